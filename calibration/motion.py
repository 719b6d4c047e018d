"""How printed patterns may lie and move in a picture: as free planes, or as squares of known size on known planes.

A motion is a set of M places with the directions they can be moved in. Directions are fields on the pattern itself, so
that a fit works them out once and not again after every step. Coordinates on a pattern are in units of its side: the
black square reaches from -0.5 to 0.5, x to the right of the print, y to its top.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Protocol, Self

import numpy as np

from calibration.arrays import Floats

CORNERS = np.array([(-0.5, 0.5), (0.5, 0.5), (0.5, -0.5), (-0.5, -0.5)])
"""A marker's corners in units of its side, in OpenCV's order: the first is the print's own upper left."""


class Motion(Protocol):
    """Where M patterns lie and how they may move: places as homographies to ideal pixels, directions as fields on
    the pattern."""

    def homographies(self) -> Floats:
        """(M, 3, 3), from pattern units to ideal pixels."""
        ...

    def fields(self, u: Floats, v: Floats) -> list[tuple[Floats, Floats]]:
        """The shift (du, dv) of each sample for one unit of each parameter."""
        ...

    def priors(self) -> tuple[Floats, Floats]:
        """(P,) one over sigma squared of each parameter's prior (0: none) and (M, P) how far it now stands from it."""
        ...

    def moved(self, by: Floats) -> Self:
        """The motion after (M, P) steps, taken on the pattern's side."""
        ...


@dataclass(frozen=True, slots=True, eq=False)
class FreeMotion:
    """Any plane seen from anywhere: the eight parameters of a homography each."""

    H: Floats

    def homographies(self) -> Floats:
        return self.H

    def fields(self, u: Floats, v: Floats) -> list[tuple[Floats, Floats]]:
        o, i = np.zeros_like(u), np.ones_like(u)
        return [(i, o), (o, i), (u, o), (v, o), (o, u), (o, v), (u * u, u * v), (u * v, v * v)]

    def moved(self, by: Floats) -> FreeMotion:
        E = np.tile(np.eye(3), (len(by), 1, 1))
        E[:, 0, 2], E[:, 1, 2], E[:, 0, 0], E[:, 0, 1] = by[:, 0], by[:, 1], 1 + by[:, 2], by[:, 3]
        E[:, 1, 0], E[:, 1, 1], E[:, 2, 0], E[:, 2, 1] = by[:, 4], 1 + by[:, 5], -by[:, 6], -by[:, 7]
        H = self.H @ np.linalg.inv(E)
        return FreeMotion(H / H[:, 2:, 2:])

    def priors(self) -> tuple[Floats, Floats]:
        return np.zeros(8), np.zeros((len(self.H), 8))

    def corners(self, covariance: Floats) -> tuple[Floats, Floats]:
        """(M, 4, 2) ideal pixels of the black square's corners and their (M, 8, 8) covariance."""
        q = np.einsum("mij,cj->mci", self.H, np.c_[CORNERS, np.ones(4)])
        px = q[..., :2] / q[..., 2:]
        # J[m, c, i, a]: pixel i of corner c for a shift of it along pattern axis a
        J = (self.H[:, None, :2, :2] - px[..., :, None] * self.H[:, None, 2:, :2]) / q[..., 2, None, None]
        fields = np.array(self.fields(CORNERS[:, 0], CORNERS[:, 1]))  # (8, 2, 4)
        K = np.einsum("mcia,pac->mcip", J, fields).reshape(len(px), 8, 8)
        return px, K @ covariance @ K.transpose(0, 2, 1)


@dataclass(frozen=True, slots=True, eq=False)
class PlaneMotion:
    """Patterns of known size on known planes: x, y, heading and, within `size_sigma`, the size of each.

    plane: (M, 3, 3) from (X, Y, 1) on the pattern's plane, mm, to ideal pixels. side_mm: (M,). xy_mm: (M, 2). turn_rad:
    (M,), from the plane's x axis to the print's. size: (M,) seen side over side_mm; 1 where plane and side are right.
    """

    plane: Floats
    side_mm: Floats
    xy_mm: Floats
    turn_rad: Floats
    size: Floats
    size_sigma: float = 0.03

    def homographies(self) -> Floats:
        c, s, L = np.cos(self.turn_rad), np.sin(self.turn_rad), self.side_mm * self.size
        F = np.zeros((len(c), 3, 3))
        F[:, 0, 0], F[:, 0, 1], F[:, 1, 0], F[:, 1, 1] = L * c, -L * s, L * s, L * c
        F[:, :2, 2], F[:, 2, 2] = self.xy_mm, 1
        return np.asarray(self.plane @ F)

    def fields(self, u: Floats, v: Floats) -> list[tuple[Floats, Floats]]:
        o, i = np.zeros_like(u), np.ones_like(u)
        return [(i, o), (o, i), (-v, u), (u, v)]

    def priors(self) -> tuple[Floats, Floats]:
        held = np.array([0.0, 0.0, 0.0, 1 / self.size_sigma**2])
        off = np.zeros((len(self.size), 4))
        off[:, 3] = self.size - 1  # a step takes size away
        return held, off

    def moved(self, by: Floats) -> PlaneMotion:
        c, s, L = np.cos(self.turn_rad), np.sin(self.turn_rad), self.side_mm * self.size
        step = np.stack([L * (c * by[:, 0] - s * by[:, 1]), L * (s * by[:, 0] + c * by[:, 1])], 1)
        size = np.clip(self.size * (1 - np.clip(by[:, 3], -0.05, 0.05)), 0.8, 1.25)
        return replace(self, xy_mm=self.xy_mm - step, turn_rad=self.turn_rad - by[:, 2], size=size)

    def place_covariance(self, covariance: Floats) -> Floats:
        """(M, 4, 4) covariance of x, y (mm), turn (rad) and size."""
        c, s, L = np.cos(self.turn_rad), np.sin(self.turn_rad), self.side_mm * self.size
        K = np.zeros((len(c), 4, 4))
        K[:, 0, 0], K[:, 0, 1], K[:, 1, 0], K[:, 1, 1], K[:, 2, 2], K[:, 3, 3] = L * c, -L * s, L * s, L * c, 1, 1
        return np.asarray(K @ covariance @ K.transpose(0, 2, 1))


def homographies(square: Floats, quads: Floats) -> Floats:
    """(M, 3, 3) that take the four points of `square` (4, 2) to those of each quad (M, 4, 2), with H[2, 2] = 1."""
    x, y = quads[..., 0], quads[..., 1]
    u, v = np.broadcast_to(square[:, 0], x.shape), np.broadcast_to(square[:, 1], x.shape)
    one, none = np.ones_like(x), np.zeros_like(x)
    upper = np.stack([u, v, one, none, none, none, -u * x, -v * x], 2)
    lower = np.stack([none, none, none, u, v, one, -u * y, -v * y], 2)
    h = np.linalg.solve(np.concatenate([upper, lower], 1), np.concatenate([x, y], 1)[..., None])[..., 0]
    return np.concatenate([h, np.ones((len(h), 1))], 1).reshape(-1, 3, 3)
