// Sending a picture from the phone's own camera. A plain file input: it works without HTTPS, where a page may not open a camera.
import { html } from "./lib.js";
import { icon } from "./icons.js";
import { set } from "./store.js";

function send(file) {
  const request = new XMLHttpRequest();   // fetch tells no progress of what is sent
  request.upload.onprogress = ({ loaded, total }) => set({ upload: { fraction: total ? loaded / total : null } });
  request.upload.onload = () => set({ upload: { fraction: 1 } });
  request.onload = () => set({ upload: answerOf(request) });
  request.onerror = () => set({ upload: { fault: "The picture did not get through: the companion does not answer." } });
  request.open("POST", "/api/v1/frames");
  request.setRequestHeader("Content-Type", file.type || "application/octet-stream");
  request.send(file);
  set({ upload: { fraction: 0 } });
}

function answerOf(request) {
  try {
    const body = JSON.parse(request.responseText);
    return request.status === 200 ? { message: body.message } : { fault: body.error.message };
  } catch {
    return { fault: `The picture was refused (${request.status}).` };
  }
}

function chosen(event) {
  const [file] = event.target.files;
  event.target.value = "";
  if (file) send(file);
}

const input = (label) => html`<input type="file" accept="image/*" capture="environment" onChange=${chosen} aria-label=${label} />`;

export const UploadIcon = () => html`<label class="icon-button">${icon("camera")}${input("Send a picture of the table")}</label>`;

export function UploadNews({ upload }) {
  if (!upload) return null;
  const { fraction, message, fault } = upload;
  const busy = message === undefined && fault === undefined;
  return html`<div class="upload ${fault ? "fault" : ""}" role="status"><div>
      ${busy ? html`${fraction === 1 ? "Looking at the picture…" : "Sending the picture…"}<progress max="1" value=${fraction ?? undefined}></progress>` : fault ?? message}
    </div>
    ${!busy && html`<button class="icon-button" onClick=${() => set({ upload: null })} aria-label="Close">${icon("close")}</button>`}
  </div>`;
}
