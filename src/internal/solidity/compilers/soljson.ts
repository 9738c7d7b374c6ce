import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname } from "node:path";
import { compileFunction } from "node:vm";

/** The part of a `soljson.js` module that is used here. */
interface SoljsonModule {
  cwrap(name: string, returns: string | null, takes: readonly string[]): (...values: unknown[]) => string;
}

/** solc in WebAssembly or asm.js. */
export interface Soljson {
  /** As the compiler prints it, `0.8.28+commit.7893614a.Emscripten.clang`. */
  version(): string;
  /** Standard JSON in, standard JSON out. A missing import is a compiler error. */
  compile(input: string): string;
}

/**
 * Loads a `soljson.js` of 0.4.11 or later; older ones do not support standard JSON. Hardhat's own loader is not exported.
 *
 * @throws Error for any other file.
 */
export async function loadSoljson(path: string): Promise<Soljson> {
  const module = loadCommonJs(path, await readFile(path, "utf8"));
  const has = (name: string): boolean => typeof module[`_${name}`] === "function";
  const version = has("solidity_version") ? "solidity_version" : "version";
  const compile = has("solidity_compile") ? "solidity_compile" : "compileStandard";
  if (!has(version) || !has(compile)) throw new Error(`${path} is not a compiler with standard JSON.`);
  const { cwrap } = module as unknown as SoljsonModule;
  const askVersion = cwrap(version, "string", []);
  // Since 0.6.0 the function takes a context for the import callback, too. Both are null here: no callback.
  const callback = /^0\.[0-5]\./.test(askVersion()) ? ["number"] : ["number", "number"];
  const run = cwrap(compile, "string", ["string", ...callback]);
  const reset = has("solidity_reset") ? cwrap("solidity_reset", null, []) : undefined;
  return {
    version: () => askVersion(),
    compile: (input) => {
      const output = run(input, ...callback.map(() => null));
      // Frees the memory of this compilation.
      reset?.();
      return output;
    },
  };
}

/** Not `require`: below a package.json with `"type": "module"` it would take a `soljson.js` for an ES module. */
function loadCommonJs(path: string, source: string): Readonly<Record<string, unknown>> {
  const module = { exports: {} as Readonly<Record<string, unknown>> };
  const run = compileFunction(source, ["exports", "require", "module", "__filename", "__dirname"], {
    filename: path,
  });
  run(module.exports, createRequire(path), module, path, dirname(path));
  return module.exports;
}
