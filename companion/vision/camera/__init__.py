"""Where pictures come from: one file per kind of camera, all behind the same three calls.

Law: the only place that touches cameras, child programs and the network for pictures. A camera delivers a `Shot`
(encoded bytes or an image, with the time it arrived) and knows nothing of tables, markers or lenses. It keeps no queue:
whoever reads decides what to drop. Reconnecting is not its work either: it raises `CameraFault` with a sentence and may
be opened again.
"""

from companion.vision.camera.contract import Camera, CameraFault, Shot
from companion.vision.camera.source import SOURCES, SourceFault, Wish, make_camera

__all__ = ["SOURCES", "Camera", "CameraFault", "Shot", "SourceFault", "Wish", "make_camera"]
