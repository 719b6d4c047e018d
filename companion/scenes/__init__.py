"""Pictures of tables that never stood: a small renderer with exact truth, for tests, the demo and bug reports.

Law: a scene and a seed in, a picture and its truth out; the same seed gives the same picture. May import `calibration`,
`companion.setup`, `companion.table`, `companion.geometry`. It is a source of pictures, never a part of measuring them.

Where to begin: `scene.Scene` is the value, `render.render` makes its picture, `docs/scenes.md` tells the rest.
"""
