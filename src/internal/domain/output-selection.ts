import { splitName } from "./build.ts";
import type { StandardJsonInput } from "./compiler-input.ts";
import { isEarlier } from "./compiler-version.ts";
import type { Submission } from "./record.ts";

/** All outputs that a record and its checks need. None of them changes the code or the metadata. */
const SOLIDITY = [
  ...["abi", "metadata", "userdoc", "devdoc", "storageLayout"],
  ...["evm.bytecode", "evm.deployedBytecode", "evm.methodIdentifiers"],
];

/** Keys that every Vyper version supports. Vyper rejects unknown keys, and can't select outputs by contract. */
const VYPER = ["abi", "evm.methodIdentifiers", "evm.bytecode.object", "evm.deployedBytecode.object"];
const VYPER_SINCE: readonly (readonly [since: string, keys: readonly string[]])[] = [
  ["0.2.0", ["userdoc", "devdoc", "evm.deployedBytecode.sourceMap"]],
  ["0.3.10", ["layout"]],
];

/** A contract to compile. The compiler version may have a leading `v`. */
export type CompilerTarget = Pick<Submission, "compilerVersion" | "contractIdentifier">;

/** The reason for sending the sources of an input that the user specified. */
export const GIVEN_INPUT = "the given input, with a different output selection";

/**
 * Some services store only the selected outputs and share a compilation between all contracts with the same code, so if
 * `metadata` isn't selected, none of these contracts' records ever contains its sources.
 *
 * @returns The unchanged input if the language's outputs are unknown.
 */
export function selectOutputs<Input extends Pick<StandardJsonInput, "language" | "settings">>(
  input: Input,
  { compilerVersion, contractIdentifier }: CompilerTarget,
  more: readonly string[] = [],
): Input {
  const { path, name } = splitName(contractIdentifier);
  const select = (outputSelection: object): Input => ({
    ...input,
    settings: { ...input.settings, outputSelection },
  });
  switch (input.language) {
    case "Solidity":
      return select({ [path]: { [name]: [...SOLIDITY, ...more] } });
    case "Vyper":
      return select({ [path]: selectVyperKeys(compilerVersion) });
    default:
      return input;
  }
}

function selectVyperKeys(compilerVersion: string): readonly string[] {
  const version = /^v?(\d+\.\d+\.\d+)/.exec(compilerVersion)?.[1] ?? "";
  const known = VYPER_SINCE.filter(([since]) => !isEarlier(version, since));
  return [...VYPER, ...known.flatMap(([, keys]) => keys)];
}
