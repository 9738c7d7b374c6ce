import * as z from "zod";
import { tryJson } from "../../text/is-object.ts";
import type { Compile } from "./recompile.ts";

const outputSchema = z.object({
  contracts: z.record(z.string(), z.record(z.string(), z.object({ metadata: z.string() }))),
});

/** Much faster than a full compilation, because no code is generated. Empty if nothing was compiled. */
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
  return Object.values(output.data.contracts).flatMap((contracts) =>
    Object.values(contracts).map(({ metadata }) => metadata),
  );
}
