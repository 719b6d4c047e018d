// Where on the screen the drawing is: screen px = k * drawing + (tx, ty). The middle of the screen never leaves the table.

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

  pan(dx, dy) {
    this.tx += dx;
    this.ty += dy;
    this.touched = true;
    this.#hold();
  }

  /** Zoom by a factor about a point of the screen, which stays where it is. */
  zoom(factor, px, py) {
    const k = Math.min(MOST_PX_PER_MM, Math.max(this.#least, this.k * factor));
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
    this.tx = between(this.tx, this.#size.width / 2 - this.k * (x + width), this.#size.width / 2 - this.k * x);
    this.ty = between(this.ty, this.#size.height / 2 - this.k * (y + height), this.#size.height / 2 - this.k * y);
  }
}
