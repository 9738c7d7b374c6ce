import { registerHooks } from "node:module";

// Runs as a separate process in which the given packages don't exist.
const [, , ...missing] = process.argv;
registerHooks({
  resolve: (specifier, context, next) => {
    if (missing.some((name) => specifier === name || specifier.startsWith(`${name}/`))) {
      throw Object.assign(new Error(`Cannot find package '${specifier}'`), { code: "ERR_MODULE_NOT_FOUND" });
    }
    return next(specifier, context);
  },
});
const { startLocalServices } = await import("../../../src/local.ts");
await startLocalServices({ chain: { rpcUrl: "http://127.0.0.1:1" } }).catch((error) => {
  process.stdout.write(JSON.stringify(error.problem));
});
