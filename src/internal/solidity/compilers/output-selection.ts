const DESCRIPTION = ["metadata", "abi", "userdoc", "devdoc", "storageLayout", "evm.methodIdentifiers"];
const CODES = ["evm.bytecode.object", "evm.deployedBytecode.object"];
const SOLIDITY = [
  ...CODES,
  ...DESCRIPTION,
  "evm.bytecode.linkReferences",
  "evm.deployedBytecode.linkReferences",
  "evm.deployedBytecode.immutableReferences",
  // For the metadata sections of the contracts that it creates; requested for this contract alone, it compiles no others.
  "evm.legacyAssembly",
];

/** The output selection for one contract, by language; undefined for a language that is not compiled here. */
export function outputSelection(language: string, sourceName: string, name: string): object | undefined {
  switch (language) {
    case "Solidity":
      return { [sourceName]: { [name]: SOLIDITY } };
    case "Vyper":
      // Vyper supports no other keys, and no selection by contract.
      return { [sourceName]: CODES };
    default:
      return undefined;
  }
}
