// Puts the page together and starts what lives beside it.
import { html, render } from "./lib.js";
import * as link from "./link.js";
import * as picture from "./map/picture.js";
import { TableMap } from "./map/table-map.js";
import * as measuring from "./measuring.js";
import { Menu } from "./menu.js";
import { Rulings } from "./rulings.js";
import * as naming from "./panel/naming.js";
import { Panel } from "./panel/panel.js";
import { listen, state } from "./store.js";
import { Strip } from "./strip.js";
import * as theme from "./theme.js";
import { UploadNews } from "./upload.js";
import * as waiting from "./waiting.js";

const root = document.getElementById("app");

function draw(now) {
  render(html`<div class="page">
    <${Strip} state=${now} />
    <${TableMap} state=${now} />
    <${Panel} state=${now} />
    <${UploadNews} upload=${now.upload} />
    ${now.menu && html`<${Menu} state=${now} />`}
    ${now.rulings && html`<${Rulings} state=${now} />`}
  </div>`, root);
}

root.textContent = "";
listen((now) => draw({ ...now }));
draw({ ...state });
theme.start(state);
measuring.start();
naming.start();
waiting.start();
picture.start();
link.start();
