import { compareCode } from "../../bytecode/compare.ts";
import type { CodeTemplate, Side } from "../../domain/code-template.ts";
import type { ContractRecord } from "../../domain/record.ts";
import { type CheckRule, type Finding, failed, passed, skipped, unknown } from "../check.ts";
import { describeCode } from "../compare/compare-values.ts";
import { listNames } from "../compare/list-names.ts";
import { otherSources } from "../compare/other-sources.ts";

export const recompiledHere: CheckRule = {
  id: "recompiled-here",
  subject: "sources compile to it here",
  witnesses: ["record", "chain", "compiler"],
  proves:
    "The standard JSON input on record, compiled here by the version that the record names, is the code on chain, and what the record says that the service compiled: byte for byte, placeholders aside; and its sources are those on record, with the hashes that the metadata gives. So nobody's word is needed for what the sources mean. Only with `--recompile`.",
  run: ({ recompiled, record, facts }) => {
    if (recompiled === undefined) return skipped("--recompile was not asked for");
    switch (recompiled.kind) {
      case "not-possible":
      case "no-compiler":
        return unknown(`it could not be compiled here: ${recompiled.reason}`);
      case "failed":
        return failed("the code on chain", "no code", recompiled.reason);
      case "compiled": {
        const other = othersThanStored(record);
        if (other.length > 0)
          return failed("the sources on record", `others were compiled: ${listNames(other)}`);
        const { runtime, creation } = recompiled;
        const onchain = compareCode("runtime", facts.runtimeBytecode, runtime);
        if (onchain?.sameCode !== true) {
          const reason = "the sources on record compile to other code than is on chain";
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

/** The sources that people read on record, or whose hashes the metadata has, and that are not those that were compiled. */
function othersThanStored(record: ContractRecord): readonly string[] {
  const input = record.stdJsonInput;
  if (input === undefined || input === null) return [];
  const stored = Object.entries(record.sources ?? {}).flatMap(([path, { content }]) => {
    const compiled = Object.hasOwn(input.sources, path) ? input.sources[path]?.content : undefined;
    // Those of other submitters of the same code are not in this input.
    return compiled === undefined || compiled === content ? [] : [path];
  });
  return [...new Set([...stored, ...otherSources(record, input)])];
}
