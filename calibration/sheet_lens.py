"""A lens from pictures of table sheets whose places nobody knows.

Three readings of the same pictures, from the strongest to the one that assumes least: the sheets stayed where they are
on one table while the camera moved; they lay on one plane, but anew in each picture; each was held up by itself. The
strongest one that the corners bear out is taken, and said. Fits and solution take turns: a better lens bends the
patterns better, and they give better corners.

Invariant: sheets that do not fit are left out and counted; a set that tells little gives large sigmas or a fault.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import nan

import numpy as np

from calibration.arrays import Floats, Grey
from calibration.bundle import Bundle, Shot, lens_sigma_px, solve_bundle
from calibration.errors import PictureFault
from calibration.lens import Lens, guess
from calibration.lensfit import FEWEST_VIEWS, LensFit, ViewFit, covered, one_tilt, uncovered
from calibration.motion import CORNERS
from calibration.problem import Mark
from calibration.sheet_views import SheetTarget, SheetView, fit_marks
from calibration.solve import ZOOMS, Solution, solve

Marks = list[tuple[str, tuple[Mark, ...]]]
WORSE = 3.0
"""A stronger reading is taken while its corners disagree by no more than this many times a weaker one's. Sheets moved
by a millimetre make it ten times and more."""
MOST = 0.75
"""And while at least this part of the looks at a sheet takes part in it."""
APART_PX = 1.0
"""Sheets on one plane disagree by less, however the picture was taken."""
ODD_RATIO, ODD_SIGMAS, ODD_PX = 4.0, 4.0, 0.1
DISAGREE = 2.5
"""Corners that disagree by more times their sigmas are warned of; rendered pictures stay below 1.5, five tables
through five lenses taken for one make 3 and more."""
_TURNS = 5
_STILL_PX = 0.05
STAYED = "Sheets that stayed in their places over all pictures, solved as one table."
LAID_ANEW = "Sheets on one plane, laid anew for each picture: their places did not agree between pictures."
ONE_BY_ONE = "Sheets taken one by one: they lay neither in the same places nor on one plane."


@dataclass(frozen=True, slots=True, eq=False)
class _Reading:
    bundle: Bundle
    note: str


def fit_sheet_lens(
    pictures: Sequence[tuple[str, Grey]], views: Sequence[SheetView], target: SheetTarget, *, same_table: bool = False
) -> LensFit:
    """The lens that explains the sheets seen. views: of the pictures with these names, in any order.

    same_table: the owner says that no sheet moved, so no weaker reading is tried.
    Raises PictureFault `too-few-sheets`, `no-lens`.
    """
    greys = dict(pictures)
    height_px, width_px = pictures[0][1].shape
    lens, reading = guess(width_px, height_px), None
    for turn in range(_TURNS):
        seen = [(v.name, fit_marks(greys[v.name], v, target, lens, first=turn == 0)) for v in views]
        marks = [(name, own) for name, own in seen if own]
        _enough(len(marks))
        if reading is None or turn == 1:
            reading = _read(marks, lens, known=turn > 0, same_table=same_table)
        else:
            reading = _again(reading, marks)
        before, lens = lens, reading.bundle.lens
        if turn >= 2 and _apart_px(before, lens) < _STILL_PX:
            break
    assert reading is not None
    return _told(reading, dict(marks))


def _enough(count: int) -> None:
    if count < FEWEST_VIEWS:
        found = "no picture" if count == 0 else "1 picture" if count == 1 else f"{count} pictures"
        raise PictureFault(
            "too-few-sheets",
            f"Table sheets were found in {found}, and at least {FEWEST_VIEWS} are needed, 10 to 20 make a good lens: "
            "one look alone cannot tell a near wide lens from a far narrow one. Take them from several sides and "
            "heights, sheets sharp and evenly lit, and say --dictionary and --sheet-side-mm if yours are not "
            "DICT_4X4_50.",
        )


def _read(marks: Marks, lens: Lens, *, known: bool, same_table: bool) -> _Reading:
    """The strongest reading that the corners bear out."""
    posed = _posed(marks, lens, known=known)
    _enough(len(posed))
    start = posed[0][1].camera.lens
    anew_shots = _anew(posed, marks)
    anew = _settled(anew_shots, _places(posed), start)
    shots, places = _joined(anew)
    usual = float(np.median(np.concatenate(anew.misfit)))
    stayed = _settled(shots, places, anew.lens, max(1.0, usual))
    if same_table:
        return _Reading(stayed, STAYED)
    readings = [_Reading(anew, LAID_ANEW)]
    if _count(stayed.shots) >= MOST * _count(anew.shots):
        readings.insert(0, _Reading(stayed, STAYED))
    if anew.all_rms_px > APART_PX:
        single = _one_by_one(marks, [lens] if known else [_zoomed(lens, zoom) for zoom in ZOOMS])
        readings += [_Reading(single, ONE_BY_ONE)] if single is not None else []
    best = min(reading.bundle.scale for reading in readings)
    return next(reading for reading in readings if reading.bundle.scale <= WORSE * best)


def _again(reading: _Reading, marks: Marks) -> _Reading:
    """The same reading with the sheets fitted anew, from where it ended."""
    own = {(name, mark.id): mark for name, marks_there in marks for mark in marks_there}
    shots = []
    for shot in reading.bundle.shots:
        still = [i for i, mark in enumerate(shot.marks) if (shot.name, mark.id) in own]
        if still:
            fresh = tuple(own[shot.name, shot.marks[i].id] for i in still)
            shots.append(replace(shot, marks=fresh, keys=tuple(shot.keys[i] for i in still)))
    _enough(len({shot.name for shot in shots}))
    return _Reading(_settled(shots, reading.bundle.places, reading.bundle.lens), reading.note)


def _posed(marks: Marks, lens: Lens, *, known: bool) -> list[tuple[str, Solution]]:
    """Each picture solved by itself, all under one lens; pictures that fit no camera are left out."""
    if not known:
        first = _each(marks, lens, known=False)
        if not first:
            return []
        focal, weight = np.array([_log_focal(s) for _, s in first]).T
        zoom = float(np.exp(np.average(focal, weights=weight))) / lens.camera_matrix[0, 0]
        lens = _zoomed(lens, zoom)
    return _each(marks, lens, known=True)


def _each(marks: Marks, lens: Lens, *, known: bool) -> list[tuple[str, Solution]]:
    out = []
    for name, own in marks:
        try:
            out.append((name, solve(own, lens, lens_known=known)))
        except (PictureFault, np.linalg.LinAlgError):
            continue  # counted by the caller: a picture without a pose
    return out


def _log_focal(solution: Solution) -> tuple[float, float]:
    """Of a lens solved with its picture: log of the focal length and its weight. Row 6 of the causes is that log."""
    variance = float((solution.causes[6] ** 2).sum())
    return float(np.log(solution.camera.lens.camera_matrix[0, 0])), 1 / max(variance, 1e-8)


def _zoomed(lens: Lens, zoom: float) -> Lens:
    K = lens.camera_matrix.copy()
    K[:2, :2] *= zoom
    return replace(lens, camera_matrix=K)


def _anew(posed: Sequence[tuple[str, Solution]], marks: Marks) -> list[Shot]:
    own = dict(marks)
    return [
        Shot(name, own[name], tuple((name, m.id) for m in own[name]), s.camera.R, s.camera.t_mm) for name, s in posed
    ]


def _places(posed: Sequence[tuple[str, Solution]]) -> dict[Hashable, Floats]:
    return {(name, one): np.array(place) for name, s in posed for one, place in s.places.items()}


def _joined(anew: Bundle) -> tuple[list[Shot], dict[Hashable, Floats]]:
    """The pictures laid over each other by the sheets they share. A picture that shares none starts a set of its own,
    named by its number."""
    waiting = sorted(anew.shots, key=lambda shot: -len(shot.marks))
    shots: list[Shot] = []
    places: dict[Hashable, Floats] = {}
    number = 0
    while waiting:
        first = waiting[0]
        table: dict[int, Floats] = {m.id: anew.places[k] for m, k in zip(first.marks, first.keys, strict=True)}
        while True:
            near = next((shot for shot in waiting if any(m.id in table for m in shot.marks)), None)
            if near is None:
                break
            waiting.remove(near)
            turn, shift = _laid_over(near, anew.places, table)
            R, angle = _turned(turn), turn
            for mark, key in zip(near.marks, near.keys, strict=True):
                x, y, own_turn = anew.places[key]
                table.setdefault(mark.id, np.array([*(R @ (x, y) + shift), own_turn + angle]))
            back = np.eye(3)
            back[:2, :2] = R.T
            t_mm = near.t_mm - near.R @ back @ np.array([*shift, 0.0])
            keys = tuple((number, m.id) for m in near.marks)
            shots.append(Shot(near.name, near.marks, keys, near.R @ back, t_mm))
        places.update({(number, one): place for one, place in table.items()})
        number += 1
    return shots, places


def _laid_over(shot: Shot, places: dict[Hashable, Floats], table: dict[int, Floats]) -> tuple[float, Floats]:
    """The turn and shift that lay a shot's sheets over the same sheets on the table, by their corners."""
    pairs = [(m.side_mm, places[k], table[m.id]) for m, k in zip(shot.marks, shot.keys, strict=True) if m.id in table]
    own = np.concatenate([_corners(place, side) for side, place, _ in pairs])
    there = np.concatenate([_corners(place, side) for side, _, place in pairs])
    a, b = own - own.mean(0), there - there.mean(0)
    turn = float(np.arctan2((a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0]).sum(), (a * b).sum()))
    return turn, np.asarray(there.mean(0) - _turned(turn) @ own.mean(0))


def _count(shots: Sequence[Shot]) -> int:
    """How many looks at a sheet they hold."""
    return sum(len(shot.marks) for shot in shots)


def _turned(turn: float) -> Floats:
    c, s = np.cos(turn), np.sin(turn)
    return np.array([[c, -s], [s, c]])


def _corners(place: Floats, side_mm: float) -> Floats:
    return np.asarray(CORNERS * side_mm @ _turned(place[2]).T + place[:2])


def _one_by_one(marks: Marks, lenses: Sequence[Lens]) -> Bundle | None:
    """Every sheet with a pose of its own, from the first guess of the lens that ends best."""
    ends = []
    for lens in lenses:
        alone = [(name, mark) for name, own in marks for mark in own]
        shots: list[Shot] = []
        places: dict[Hashable, Floats] = {}
        for number, (name, mark) in enumerate(alone):
            for _, pose in _each([(name, (mark,))], lens, known=True):
                shots.append(Shot(name, (mark,), ((number, mark.id),), pose.camera.R, pose.camera.t_mm))
                places[(number, mark.id)] = np.zeros(3)
        if len(shots) >= FEWEST_VIEWS:
            ends.append(_settled(shots, places, lens))
    return min(ends, key=lambda bundle: bundle.scale, default=None)


def _settled(shots: Sequence[Shot], places: dict[Hashable, Floats], lens: Lens, usual: float | None = None) -> Bundle:
    """Solved, and the marks that do not belong left out. usual: as in solve_bundle, for the first time."""
    bundle = _solved(shots, places, lens, usual)
    for _ in range(6):
        fewer = list(_without_odd(bundle))
        if _count(fewer) == _count(bundle.shots) or len(fewer) < FEWEST_VIEWS:
            break
        bundle = _solved(fewer, bundle.places, bundle.lens)
    return bundle


def _solved(shots: Sequence[Shot], places: dict[Hashable, Floats], lens: Lens, usual: float | None = None) -> Bundle:
    used: dict[Hashable, list[Hashable]] = {}
    for shot in shots:
        for key in shot.keys:
            group = key[0] if isinstance(key, tuple) else key
            used.setdefault(group, []).append(key)
    kept = {key: places[key] for keys in used.values() for key in keys}
    fixed = frozenset(max(set(keys), key=keys.count) for keys in used.values())
    return solve_bundle(shots, kept, fixed, lens, usual)


def _without_odd(bundle: Bundle) -> Iterator[Shot]:
    """The shots, each without the worst of its marks that stand out: one moved sheet drags the others of its shot."""
    usual = float(np.median(np.concatenate(bundle.misfit)))
    for shot, misfit, rms_px in zip(bundle.shots, bundle.misfit, bundle.rms_px, strict=True):
        odd = np.where(rms_px > ODD_PX, misfit, 0.0)
        worst = int(np.argmax(odd))
        kept = [i for i in range(len(shot.marks)) if i != worst or odd[i] <= max(ODD_RATIO * usual, ODD_SIGMAS)]
        if kept:
            yield replace(shot, marks=tuple(shot.marks[i] for i in kept), keys=tuple(shot.keys[i] for i in kept))


def _apart_px(one: Lens, other: Lens) -> float:
    """How far two lenses put the rays of the picture apart, rms, after the turn that fits best."""
    points_px = _raster(one)
    ahead, behind = (np.column_stack([lens.to_rays(points_px), np.ones(len(points_px))]) for lens in (one, other))
    known = np.isfinite(ahead).all(1) & np.isfinite(behind).all(1)
    ahead, behind = (a[known] / np.linalg.norm(a[known], axis=1)[:, None] for a in (ahead, behind))
    left, _, right = np.linalg.svd(behind.T @ ahead)
    off = other.project(ahead @ (left @ right).T) - points_px[known]
    return float(np.sqrt(np.nanmean((off**2).sum(1))))


def _raster(lens: Lens) -> Floats:
    """(N, 2) px all over the picture."""
    across, down = np.meshgrid(np.linspace(0, lens.width_px - 1, 13), np.linspace(0, lens.height_px - 1, 9))
    return np.column_stack([across.ravel(), down.ravel()])


def _told(reading: _Reading, marks: dict[str, tuple[Mark, ...]]) -> LensFit:
    """The reading as people are told it."""
    bundle = reading.bundle
    lens = replace(bundle.lens, rms_px=bundle.all_rms_px)
    size = lens.width_px, lens.height_px
    sigma = np.sqrt(np.diag(bundle.covariance))
    focal_px = lens.camera_matrix[0, 0]
    seen_px = np.concatenate([m.corners_px for shot in bundle.shots for m in shot.marks])
    normals = np.array([shot.R[:, 2] for shot in bundle.shots])
    used = tuple(_view(name, bundle) for name in sorted({shot.name for shot in bundle.shots}))
    names = {view.name for view in used}
    dropped = tuple(ViewFit(name, 4 * len(own), nan, nan, nan) for name, own in marks.items() if name not in names)
    found, kept = sum(map(len, marks.values())), _count(bundle.shots)
    warnings = [*uncovered(seen_px, *size, "sheet"), *one_tilt(normals, "sheets")]
    if kept < found:
        warnings.append(
            f"{found - kept} of {found} looks at a sheet did not fit the rest and were left out: a sheet that is bent "
            "or was moved, or a blurred picture."
        )
    if bundle.scale > DISAGREE:
        warnings.append(
            f"The corners disagree by {bundle.scale:.1f} times what each is good to: are all pictures from one camera, "
            "its focus and zoom fixed, and the sheets flat?"
        )
    _enough(len(used))
    return LensFit(
        lens,
        float(focal_px * np.hypot(sigma[0], sigma[1] / 2)),
        float(sigma[2:4].max()),
        float(sigma[4]),
        used,
        dropped,
        covered(_spread(bundle), *size),
        tuple(warnings),
        "sheets",
        reading.note,
        float(np.nanmax(lens_sigma_px(bundle, seen_px))),
        float(np.nanmax(lens_sigma_px(bundle, _raster(lens)))),
    )


def _view(name: str, bundle: Bundle) -> ViewFit:
    own = [(shot, rms_px) for shot, rms_px in zip(bundle.shots, bundle.rms_px, strict=True) if shot.name == name]
    tilts = [np.degrees(np.arccos(min(1.0, abs(shot.R[2, 2])))) for shot, _ in own]
    depths = [float(shot.R[2, :2] @ bundle.places[key][:2] + shot.t_mm[2]) for shot, _ in own for key in shot.keys]
    rms_px = float(np.sqrt(np.mean(np.concatenate([rms for _, rms in own]) ** 2)))
    mm_a_px = float(np.median(depths) / bundle.lens.camera_matrix[0, 0])
    return ViewFit(name, 4 * sum(len(shot.marks) for shot, _ in own), rms_px, float(np.median(tilts)), mm_a_px)


def _spread(bundle: Bundle) -> Floats:
    """(N, 2) px all over the sheets seen: what was fitted is their whole square, not its corners alone."""
    share = np.linspace(0, 1, 5)
    a, b = (axis.ravel()[:, None] for axis in np.meshgrid(share, share))
    out = []
    for mark in (m for shot in bundle.shots for m in shot.marks):
        p = mark.corners_px
        out.append((1 - a) * (1 - b) * p[0] + a * (1 - b) * p[1] + a * b * p[2] + (1 - a) * b * p[3])
    return np.concatenate(out)
