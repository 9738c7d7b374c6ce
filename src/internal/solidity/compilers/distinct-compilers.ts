import type { LocalCompiler } from "./local-compiler.ts";

/** Each file once, as it was found first. */
export function distinctCompilers(all: readonly LocalCompiler[]): readonly LocalCompiler[] {
  const byPath = new Map<string, LocalCompiler>();
  for (const compiler of all) if (!byPath.has(compiler.path)) byPath.set(compiler.path, compiler);
  return [...byPath.values()];
}
