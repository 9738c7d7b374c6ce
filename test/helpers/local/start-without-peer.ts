import { registerHooks } from "node:module";

// Runs as a separate process in which, one case after another, the given packages don't exist. Start with the case that
// lacks most, because Node remembers the packages that it has found.
const [, , cases = "[]"] = process.argv;
let missing: readonly string[] = [];
registerHooks({
  resolve: (specifier, context, next) => {
    if (missing.some((name) => specifier === name || specifier.startsWith(`${name}/`))) {
      throw Object.assign(new Error(`Cannot find package '${specifier}'`), { code: "ERR_MODULE_NOT_FOUND" });
    }
    return next(specifier, context);
  },
});
const { startLocalServices } = await import("hardhat-verify-contract/local");
const problems: unknown[] = [];
for (missing of JSON.parse(cases))
  await startLocalServices({ chain: { rpcUrl: "http://127.0.0.1:1" } }).catch((error) => {
    problems.push(error.problem);
  });
process.stdout.write(JSON.stringify(problems));
