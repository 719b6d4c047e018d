// The devices page: order, hit points, dice, what is connected, fairness, news. It draws the view and holds no rules.
import { html, render } from "../lib.js";
import * as link from "../link.js";
import { ago, statusOf } from "../status.js";
import { listen, serviceNowS, state } from "../store.js";
import * as theme from "../theme.js";
import { Boards, Twins } from "./boards.js";
import { Dice } from "./dice.js";
import { trouble } from "./do.js";
import { Fairness, News } from "./evening.js";
import { Heroes } from "./heroes.js";
import { Order } from "./order.js";

const root = document.getElementById("app");
const MAIN = { live: "Companion heard", connecting: "Connecting" };

function strip(now) {
  const said = statusOf(now, Date.now(), serviceNowS());
  const fine = now.link === "live" && now.view;
  const there = fine ? now.view.electronics.devices.filter((one) => one.there).length : 0;
  return html`<header class="devices-strip tone-${fine ? "good" : said.tone}"><span class="lamp"></span>
    <span class="strip-text"><span class="strip-main" role="status">${fine ? MAIN.live : said.main}</span>
    <span class="strip-more">${fine ? `${there} ${there === 1 ? "device" : "devices"} connected` : said.more}</span></span>
    <a class="plain-link" href="/">To the table</a></header>`;
}

function page(now) {
  const all = now.view?.electronics;
  return html`<div class="devices-page">${strip(now)}
    ${now.deviceFault && html`<button class="note fault" onClick=${() => trouble(null)}>${now.deviceFault}</button>`}
    ${all && html`<main class="cards">
      <${Order} all=${all} /><${Heroes} all=${all} /><${Dice} all=${all} />
      <${Boards} all=${all} ago=${(since) => ago(serviceNowS() - since)} />
      ${all.twins.length > 0 && html`<${Twins} all=${all} />`}
      <${Fairness} all=${all} /><${News} all=${all} />
    </main>`}</div>`;
}

root.textContent = "";
const draw = () => render(page({ ...state }), root);
listen(draw);
draw();
theme.start(state);
setInterval(draw, 1000);
link.start();
