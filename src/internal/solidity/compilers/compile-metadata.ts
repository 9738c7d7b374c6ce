import { z } from "zod";

import type { Compile } from "./recompile.ts";

const outputSchema = z.object({
  contracts: z.record(z.string(), z.record(z.string(), z.object({ metadata: z.string() }))),
});

/**
 * The metadata texts of all contracts of a compiler input. The compiler writes them without making any code, which takes a
 * small part of the time. None where there is no compiler of this version, or where it refuses the input.
 */
export async function compileMetadata(
  compile: Compile | undefined,
  input: { readonly language: string; readonly settings: Readonly<Record<string, unknown>> },
  longVersion: string,
  signal: AbortSignal,
): Promise<readonly string[]> {
  if (compile === undefined || input.language !== "Solidity") return [];
  const settings = { ...input.settings, outputSelection: { "*": { "*": ["metadata"] } } };
  const wanted = { language: input.language, longVersion };
  const answer = await compile(JSON.stringify({ ...input, settings }), wanted, signal);
  const output = answer.kind === "output" ? outputSchema.safeParse(tryJson(answer.output)) : undefined;
  if (output?.success !== true) return [];
  return Object.values(output.data.contracts).flatMap((ofFile) =>
    Object.values(ofFile).map(({ metadata }) => metadata),
  );
}

function tryJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
