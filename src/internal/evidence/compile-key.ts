import { createHash } from "node:crypto";
import type { Compile } from "../solidity/compilers/recompile.ts";

/** What a compilation is known by: SHA-256 of language, version and input. */
export function compileKey(input: string, { language, longVersion }: Parameters<Compile>[1]): string {
  return createHash("sha256")
    .update(JSON.stringify([language, longVersion]))
    .update(input)
    .digest("hex");
}
