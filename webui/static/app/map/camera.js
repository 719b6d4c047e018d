// Where on the screen the drawing is: screen px = k * drawing + (tx, ty). The middle of the screen never leaves the table; of a
// table that was framed, the screen never shows anything beside it.

const MOST_PX_PER_MM = 14;
const EDGE_PX = 12;
const BUTTONS_PX = 56;

export class Camera {
  k = 1;
  tx = 0;
  ty = 0;
  row = false;       // whether the buttons lie in a row under the map, not in a column beside it
  touched = false;   // whether somebody moved it; if not, it follows the size of the screen
  #least = 0.1;
  #box = { x: 0, y: 0, width: 1, height: 1 };
  #size = { width: 1, height: 1 };
  #most = MOST_PX_PER_MM;
  #within = 0.5;     // the part of the screen that the drawing covers at least, from either side

  /** Show the whole box beside the column of buttons or above the row of them, whichever leaves it larger. */
  fit(box, size) {
    this.#box = box;
    this.#size = size;
    const inside = (width, height) => Math.min((width - 2 * EDGE_PX) / box.width, (height - 2 * EDGE_PX) / box.height);
    const column = inside(size.width - BUTTONS_PX, size.height);
    const row = inside(size.width, size.height - BUTTONS_PX);
    this.row = row > column;
    this.k = Math.max(0.02, row, column);
    this.#least = this.k * 0.7;
    const [width, height] = this.row ? [size.width, size.height - BUTTONS_PX] : [size.width - BUTTONS_PX, size.height];
    this.tx = (width - this.k * box.width) / 2 - this.k * box.x;
    this.ty = (height - this.k * box.height) / 2 - this.k * box.y;
    this.touched = false;
  }

  /** Show the whole box and nothing else on a screen of its own shape. most: the largest k. */
  frame(box, size, most) {
    this.#box = box;
    this.#size = size;
    this.#most = most;
    this.#within = 1;
    this.k = this.#least = size.width / box.width;
    this.touched = false;
    this.#hold();
  }

  /** Bring a point of the drawing to the middle of the screen, as far as may be. */
  centre(x, y) { this.pan(this.#size.width / 2 - this.tx - this.k * x, this.#size.height / 2 - this.ty - this.k * y); }

  pan(dx, dy) {
    this.tx += dx;
    this.ty += dy;
    this.touched = true;
    this.#hold();
  }

  /** Zoom by a factor about a point of the screen, which stays where it is. */
  zoom(factor, px, py) {
    const k = Math.min(this.#most, Math.max(this.#least, this.k * factor));
    this.tx = px - ((px - this.tx) * k) / this.k;
    this.ty = py - ((py - this.ty) * k) / this.k;
    this.k = k;
    this.touched = true;
    this.#hold();
  }

  /** Screen px -> drawing. */
  at(px, py) { return [(px - this.tx) / this.k, (py - this.ty) / this.k]; }

  get transform() { return `translate(${this.tx} ${this.ty}) scale(${this.k})`; }

  #hold() {
    const { x, y, width, height } = this.#box;
    const between = (value, low, high) => Math.min(high, Math.max(low, value));
    const edges = (from, length, screen) => [this.#within * screen - this.k * (from + length), (1 - this.#within) * screen - this.k * from];
    this.tx = between(this.tx, ...edges(x, width, this.#size.width));
    this.ty = between(this.ty, ...edges(y, height, this.#size.height));
  }
}
