// Loaded with --import: writes the URL of each module that is loaded to the file named by RECORD_LOADS.
import { appendFileSync } from "node:fs";
import { registerHooks } from "node:module";

registerHooks({
  load(url, context, nextLoad) {
    appendFileSync(process.env.RECORD_LOADS, `${url}\n`);
    return nextLoad(url, context);
  },
});
