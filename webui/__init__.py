"""Flask pages, the JSON API and the live stream. No rules, no geometry, no pixels.

Law: draws what the service says and passes on what a phone asks. May import `companion.service` and below for their models only.
"""
