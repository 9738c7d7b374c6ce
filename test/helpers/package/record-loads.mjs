// Loaded with --import: appends the URL of each loaded module to the file in RECORD_LOADS.
import { appendFileSync } from "node:fs";
import { registerHooks } from "node:module";

registerHooks({
  load(url, context, nextLoad) {
    appendFileSync(process.env.RECORD_LOADS, `${url}\n`);
    return nextLoad(url, context);
  },
});
