import { registerHooks } from "node:module";

// Loaded with `--import` into a process in which the named package isn't installed.
const missing = process.env.TEST_MISSING_PACKAGE ?? "";
registerHooks({
  resolve: (specifier, context, next) => {
    if (specifier === missing || specifier.startsWith(`${missing}/`)) {
      throw Object.assign(new Error(`Cannot find package '${missing}'`), { code: "ERR_MODULE_NOT_FOUND" });
    }
    return next(specifier, context);
  },
});
