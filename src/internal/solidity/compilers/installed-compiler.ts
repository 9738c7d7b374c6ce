import { createRequire } from "node:module";
import path from "node:path";
import type { LocalCompiler } from "./local-compiler.ts";

/** That of the package `solc`, looked up as the files of a project would find it. */
export function installedCompiler(root: string): readonly LocalCompiler[] {
  try {
    return [{ path: createRequire(path.join(root, "package.json")).resolve("solc/soljson.js") }];
  } catch {
    return [];
  }
}
