import { registerHooks } from "node:module";

// Loaded by `--import` into a process in which the package of this name is not installed.
const missing = process.env.TEST_MISSING_PACKAGE ?? "";
registerHooks({
  resolve: (specifier, context, next) => {
    if (specifier === missing || specifier.startsWith(`${missing}/`)) {
      throw Object.assign(new Error(`Cannot find package '${missing}'`), { code: "ERR_MODULE_NOT_FOUND" });
    }
    return next(specifier, context);
  },
});
