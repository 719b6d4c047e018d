// An answer that follows a finger. One question is on its way at a time; when its answer has come, the newest one is asked,
// and those in between never are. A 503 is not told as a fault: it is asked again when the server says, and then it is over.
import { useEffect, useRef, useState } from "../lib.js";

const AGAIN_S = 1;
const NOTHING = { answer: null, of: null, waiting: false, fault: null, slow: null };

const pause = (s) => new Promise((done) => setTimeout(done, 1000 * s));

class Asker {
  constructor(tell) { Object.assign(this, { tell, wanted: null, busy: false, gone: false, headers: {} }); }

  want(path, key, headers) {
    this.wanted = path ? { path, key } : null;
    this.headers = headers;
    if (!path) this.tell(() => NOTHING);
    else { this.tell((now) => ({ ...now, waiting: true })); this.run(); }
  }

  async run() {
    if (this.busy) return;
    this.busy = true;
    for (let done = null; this.wanted && this.wanted.key !== done && !this.gone;) {
      const { path, key } = this.wanted;
      const said = await this.ask(path);
      if (this.gone || !this.wanted) break;
      if (said.again) {
        this.tell((now) => ({ ...now, waiting: true, slow: said.why }));
        await pause(said.again);
        continue;
      }
      done = key;
      this.tell((now) => ({ answer: said.answer ?? now.answer, of: said.answer ? path : now.of, fault: said.fault ?? null, slow: null, waiting: this.wanted?.key !== key }));
    }
    this.busy = false;
  }

  async ask(path) {
    try {
      const said = await fetch(path, { headers: this.headers, cache: "no-store" });
      if (said.status === 503) return { again: Number(said.headers.get("Retry-After")) || AGAIN_S, why: (await said.json()).error.message };
      const body = await said.json();
      return said.ok ? { answer: body } : { fault: body.error?.message ?? "It could not be measured." };
    } catch {
      return { again: AGAIN_S, why: "No connection to the game; trying again." };
    }
  }
}

/** The answer of a GET, as it changes. path: null asks nothing. stamp: it is asked again when this changes.
 * Gives {answer, of (the path it answers), waiting, fault, slow}: slow is why it takes longer, and goes when it is over. */
export function useAnswer(path, token, stamp) {
  const [said, setSaid] = useState(NOTHING);
  const asker = useRef(null);
  asker.current ??= new Asker(setSaid);
  useEffect(() => () => { asker.current.gone = true; }, []);
  useEffect(() => { asker.current.want(path, `${stamp} ${path}`, token ? { "X-Seat": token } : {}); }, [path, stamp, token]);
  return path ? said : NOTHING;
}
