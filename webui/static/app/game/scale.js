// How large a drawing is shown: letters and what a finger hits keep their size on the screen, whatever the scale is.
import { useEffect, useState } from "../lib.js";

/** Units of the drawing in one pixel of the screen, or in as many as the style says by --far, where it is read from afar. svg: a ref; first: a guess until it is measured. */
export function usePx(svg, first) {
  const [px, setPx] = useState(first);
  useEffect(() => {
    const far = () => Number(getComputedStyle(svg.current).getPropertyValue("--far")) || 1;
    const look = () => { const scale = svg.current?.getScreenCTM()?.a / (svg.current && far()); if (scale) setPx((now) => (Math.abs(1 / scale / now - 1) > 0.005 ? 1 / scale : now)); };
    look();
    addEventListener("resize", look);
    return () => removeEventListener("resize", look);
  });
  return px;
}
