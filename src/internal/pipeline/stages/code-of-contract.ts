import { creationLayout } from "../../bytecode/layout/creation-layout.ts";
import { inOrder, runtimeLayout } from "../../bytecode/layout/runtime-layout.ts";
import type { CodeTemplate } from "../../domain/code-template.ts";
import type { CodeComparison, CodePart, ContractCode } from "../../report/model.ts";

/** The two codes of a contract, 0x-hex. */
interface Codes {
  readonly runtime: string;
  /** The init code; undefined where it is unknown. */
  readonly creation: string | undefined;
}

/** The code on chain as the report draws it: all that is known without a build. */
export function codeOfChain(runtime: string): ContractCode | undefined {
  const layout = runtimeLayout(runtime);
  return layout && { runtime: layout };
}

/**
 * The same with what its build says.
 *
 * @param nameOf The user's name of a library, for that of the link references.
 */
export function codeOfBuild(
  { runtime, creation }: Codes,
  template: { readonly runtime: CodeTemplate; readonly creation: CodeTemplate },
  nameOf: (library: string) => string,
): ContractCode | undefined {
  const layout = runtimeLayout(runtime, template.runtime);
  if (layout === undefined) return undefined;
  const created = creation === undefined ? undefined : creationLayout(creation, template);
  const named = ({ kind, name, ...rest }: CodePart): CodePart => ({
    kind,
    ...rest,
    ...(name === undefined ? {} : { name: kind === "library" ? nameOf(name) : name }),
  });
  return {
    runtime: { ...layout, parts: layout.parts.map(named) },
    ...(created === undefined ? {} : { creation: created }),
  };
}

/** The same beside a build's that it is not: what differs becomes a part of it. */
export function withComparison(code: ContractCode, comparison: CodeComparison): ContractCode {
  const differing = comparison.segments
    .filter(({ kind }) => kind === "differs")
    .map(({ onChain: [start = 0, length = 0] }): CodePart => ({ kind: "differs", start, length }));
  const parts = inOrder([...code.runtime.parts, ...differing]);
  return { ...code, runtime: { ...code.runtime, parts }, comparison };
}
