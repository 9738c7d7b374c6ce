import { assert } from "chai";
import { readCandidates } from "../../../src/internal/builds/read-candidates.ts";
import { temporaryFolder } from "../../helpers/build-files.ts";
import { compile, contractOf } from "../../helpers/compile.ts";

/** `Parent` contains the init code of `Child`, and with it the placeholder of an immutable that belongs to `Child`. */
const SOURCE = `// SPDX-License-Identifier: MIT
pragma solidity ^0.8.0;
contract Child { address immutable admin; constructor(address a) { admin = a; } function who() external view returns (address) { return admin; } }
contract Parent { uint256 immutable fee = 7; function make() external returns (address) { return address(new Child(msg.sender)); } function get() external view returns (uint256) { return fee; } }
`;

describe("builds - artifacts of Hardhat 2", () => {
  it("should mark immutable references as inferred, because they can include another contract's", async () => {
    await using folder = await temporaryFolder();
    const compiled = compile({ "contracts/Parent.sol": SOURCE });
    const { abi, evm } = contractOf(compiled, "contracts/Parent.sol", "Parent");
    await folder.write("contracts/Parent.sol/Parent.json", {
      _format: "hh-sol-artifact-1",
      contractName: "Parent",
      sourceName: "contracts/Parent.sol",
      abi,
      bytecode: `0x${evm.bytecode.object}`,
      deployedBytecode: `0x${evm.deployedBytecode.object}`,
      linkReferences: {},
      deployedLinkReferences: {},
    });
    const { candidates } = await readCandidates([folder.path], folder.path);
    const own = Object.values(evm.deployedBytecode.immutableReferences ?? {}).flat();
    const [parent] = candidates;
    const found = Object.values(parent?.runtime.immutableReferences ?? {}).flat();
    assert.includeDeepMembers(found, own);
    assert.isAbove(found.length, own.length);
    assert.isTrue(parent?.runtime.isInferred);
  });
});
