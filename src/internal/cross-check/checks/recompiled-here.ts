import { compareCode } from "../../bytecode/compare.ts";
import type { CodeTemplate, Side } from "../../domain/code-template.ts";
import type { ContractRecord } from "../../domain/record.ts";
import { type CheckRule, type Finding, failed, passed, skipped, unknown } from "../check.ts";
import { describeCode } from "../compare/compare-values.ts";
import { listNames } from "../compare/list-names.ts";
import { otherSources } from "../compare/other-sources.ts";

export const recompiledHere: CheckRule = {
  id: "recompiled-here",
  subject: "sources compile to its code",
  witnesses: ["record", "chain", "compiler"],
  proves:
    "The record's standard JSON input, compiled on this machine with the record's compiler version, gives the code on chain and the service's recompiled code, byte for byte, placeholders aside. Its sources are the record's, with the hashes from the metadata. This proves the sources without trusting the service. Only with `--recompile`.",
  run: ({ recompiled, record, facts }) => {
    if (recompiled === undefined) return skipped("--recompile is not set");
    switch (recompiled.kind) {
      case "not-possible":
      case "no-compiler":
        return unknown(`it could not be compiled here: ${recompiled.reason}`);
      case "failed":
        return failed("the code on chain", "no code", recompiled.reason);
      case "compiled": {
        const other = othersThanStored(record);
        if (other.length > 0)
          return failed("the record's sources", `others were compiled: ${listNames(other)}`);
        const { runtime, creation } = recompiled;
        const onchain = compareCode("runtime", facts.runtimeBytecode, runtime);
        if (onchain?.sameCode !== true) {
          const reason = "the record's sources compile to other code than the code on chain";
          return failed(describeCode(facts.runtimeBytecode), describeCode(runtime.object), reason);
        }
        const sides = [
          asTheService("runtime", record.runtimeBytecode?.recompiledBytecode, runtime),
          asTheService("creation", record.creationBytecode?.recompiledBytecode, creation),
        ];
        return sides.find(({ status }) => status === "failed") ?? passed(describeCode(facts.runtimeBytecode));
      }
    }
  },
};

function asTheService(side: Side, stored: string | null | undefined, here: CodeTemplate): Finding {
  if (stored === null || stored === undefined) return skipped("the record has no recompiled code");
  const comparison = compareCode(side, stored, here);
  return comparison?.sameMetadata === true && comparison.tail === "0x"
    ? passed()
    : failed(describeCode(here.object), describeCode(stored), `${side}: the service compiled other code`);
}

/** Sources that the record shows, or whose hashes its metadata lists, but that differ from the compiled input. */
function othersThanStored(record: ContractRecord): readonly string[] {
  const input = record.stdJsonInput;
  if (input === undefined || input === null) return [];
  const stored = Object.entries(record.sources ?? {}).flatMap(([path, { content }]) => {
    const compiled = Object.hasOwn(input.sources, path) ? input.sources[path]?.content : undefined;
    // This input lacks the sources of other submitters of the same code.
    return compiled === undefined || compiled === content ? [] : [path];
  });
  return [...new Set([...stored, ...otherSources(record, input)])];
}
