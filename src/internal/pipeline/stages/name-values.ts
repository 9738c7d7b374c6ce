import type { CandidateSet } from "../../builds/candidate-set.ts";
import type { EnumMembers } from "../../bytecode/decoded-value.ts";
import type { Build, BuildCandidate, ContractName } from "../../domain/build.ts";
import type { DecodedImmutable } from "../../report/model.ts";
import { decodeImmutables } from "../../solidity/values/decode-immutables.ts";
import { ContractSources } from "../../solidity/values/named-values.ts";

/** The sources are parsed only if the ABI uses an enum. */
export function collectEnumMembers({ inputSourceName }: ContractName, { input }: Build): EnumMembers {
  let sources: ContractSources | undefined;
  return (internalType) => {
    if (!internalType.startsWith("enum ")) return undefined;
    sources ??= ContractSources.of(input, inputSourceName);
    return sources?.membersOf(internalType);
  };
}

/** @param candidate The contract whose immutable references have the same keys as `values`. */
export async function nameImmutables(
  set: CandidateSet,
  candidate: BuildCandidate,
  compilation: Build,
  values: Readonly<Record<string, string>>,
): Promise<readonly DecodedImmutable[] | undefined> {
  if (Object.keys(values).length === 0) return undefined;
  const { inputSourceName, name, runtime } = candidate;
  const declared = ContractSources.of(compilation.input, inputSourceName)?.immutablesOf(
    inputSourceName,
    name,
  );
  if (declared === undefined || declared.length === 0) return undefined;
  const references =
    runtime.isInferred === true
      ? await set.outputs.immutableReferencesOf(compilation, candidate)
      : runtime.immutableReferences;
  return references && decodeImmutables(values, references, declared);
}
