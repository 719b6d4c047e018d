"""The rules of the games, as generators that ask questions.

Law: pure; may import `companion.table` and `companion.geometry`; never `companion.vision`, never the service.
"""
