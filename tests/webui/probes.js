// What the dashboard's tests ask inside the page. One object; tests call one function of it.
({
  /** Screen px of a point of the table in mm. */
  onScreen([x, y]) {
    const turned = document.querySelector(".map > svg > g > g.scaled");
    const at = new DOMPoint(x, -y).matrixTransform(turned.getScreenCTM());
    return [at.x, at.y];
  },

  /** Two fingers about the middle of the map, from k0 to k1 px on each side. */
  pinch([k0, k1]) {
    const svg = document.querySelector(".map > svg");
    const box = svg.getBoundingClientRect();
    const [cx, cy] = [box.left + box.width / 2, box.top + box.height / 2];
    svg.setPointerCapture = () => {};
    const fire = (type, pointerId, clientX) =>
      svg.dispatchEvent(new PointerEvent(type, { pointerId, clientX, clientY: cy }));
    for (const [type, k] of [["pointerdown", k0], ["pointermove", k1], ["pointerup", k1]]) {
      fire(type, 1, cx - k);
      fire(type, 2, cx + k);
    }
  },

  /** Texts whose contrast with their ground is under 4.5 (WCAG 2, 1.4.3). */
  lowContrast() {
    const parse = (colour) => (colour.match(/[\d.]+/g) ?? []).map(Number);
    const linear = (v) => (v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
    const light = ([r, g, b]) => 0.2126 * linear(r / 255) + 0.7152 * linear(g / 255) + 0.0722 * linear(b / 255);
    const ground = (element) => {
      for (let e = element; e; e = e.parentElement) {
        const colour = parse(getComputedStyle(e).backgroundColor);
        if (colour.length < 4 || colour[3] > 0.5) return colour;
      }
      return [0, 0, 0];
    };
    const hasText = (e) => [...e.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim());
    return [...document.querySelectorAll(".strip *, .panel *, .menu *")]
      .filter((e) => hasText(e) && !e.closest(":disabled"))
      .map((e) => {
        const [a, b] = [light(parse(getComputedStyle(e).color)), light(ground(e))];
        return [(Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05), e.textContent.slice(0, 30)];
      })
      .filter(([ratio]) => ratio < 4.5);
  },

  /** What can be tapped and is smaller than a finger: 44 px, or 40 px inside a choice whose frame has 46. */
  smallTargets() {
    return [...document.querySelectorAll("button, a, label.icon-button")]
      .filter((e) => e.offsetParent)
      .filter((e) => Math.min(e.offsetHeight, e.offsetWidth) < (e.closest(".choice") ? 40 : 44))
      .map((e) => `${e.ariaLabel ?? e.textContent} ${e.offsetWidth}x${e.offsetHeight}`);
  },

  /** The largest part of a name that another name covers, 0 to 1. */
  worstOverlap() {
    const boxes = [...document.querySelectorAll(".name")].map((e) => e.getBoundingClientRect());
    const part = (a, b) => {
      const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      return wide > 0 && high > 0 ? (wide * high) / Math.min(a.width * a.height, b.width * b.height) : 0;
    };
    return Math.max(0, ...boxes.flatMap((a, i) => boxes.slice(i + 1).map((b) => part(a, b))));
  },
})
