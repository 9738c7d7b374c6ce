// Loaded with --import: appends the path of each loaded module, including those loaded with require(), to the file in
// RECORD_LOADS.
import { appendFileSync } from "node:fs";
import Module, { registerHooks } from "node:module";
import { fileURLToPath } from "node:url";

const record = (file) => appendFileSync(process.env.RECORD_LOADS, `${file}\n`);

registerHooks({
  load(url, context, nextLoad) {
    if (url.startsWith("file:")) record(fileURLToPath(url));
    return nextLoad(url, context);
  },
});
const load = Module.prototype.load;
Module.prototype.load = function (file) {
  record(file);
  return load.call(this, file);
};
