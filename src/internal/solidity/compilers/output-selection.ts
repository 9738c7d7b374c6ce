const CODES = ["evm.bytecode.object", "evm.deployedBytecode.object"];
const SOLIDITY = [
  ...CODES,
  "evm.bytecode.linkReferences",
  "evm.deployedBytecode.linkReferences",
  "evm.deployedBytecode.immutableReferences",
];

/** What a compiler is asked for, by the input's language; undefined where no compiler of it is run here. */
export function outputSelection(language: string, sourceName: string, name: string): object | undefined {
  switch (language) {
    case "Solidity":
      return { [sourceName]: { [name]: SOLIDITY } };
    case "Vyper":
      // It knows no other keys, and no contracts within a file.
      return { [sourceName]: CODES };
    default:
      return undefined;
  }
}
