// The one place that knows where Preact comes from, and a component that draws again only when its props change.
import { html, render, Component, useState, useEffect, useRef } from "../vendor/htm_preact/standalone.module.js";

export { html, render, useState, useEffect, useRef };

class Memo extends Component {
  shouldComponentUpdate(next) {
    const now = this.props;
    return Object.keys(next).length !== Object.keys(now).length || Object.keys(next).some((key) => next[key] !== now[key]);
  }
  render({ draw, ...props }) { return draw(props); }
}

/** A function component that is drawn again only when one of its props is another value. */
export const memo = (draw) => (props) => html`<${Memo} draw=${draw} ...${props} />`;
