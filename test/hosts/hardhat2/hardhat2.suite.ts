import { assert } from "chai";

import { only } from "../../helpers/cli.ts";
import { deploy } from "../../helpers/deploy.ts";
import { assertExact } from "../../helpers/verdicts.ts";
import { type PrivateWorld, privateWorld } from "../../helpers/world.ts";
import { Hardhat2Project } from "./project.ts";

const BOX = `// SPDX-License-Identifier: MIT
pragma solidity ^0.8.0;

contract Box {
    uint256 public immutable size;
    string public name;

    constructor(uint256 itsSize, string memory itsName) {
        size = itsSize;
        name = itsName;
    }
}
`;

describe("Hardhat 2 - a project", () => {
  let world: PrivateWorld;
  let project: Hardhat2Project;
  let address: string;

  before(async () => {
    world = await privateWorld();
    project = await Hardhat2Project.of({ "contracts/Box.sol": BOX });
    project.use({ RPC_URL: world.chain.rpcUrl, TEST_VERIFY_CONTRACT: JSON.stringify(world.config) });
    const compiled = await project.hardhat(["compile"]);
    assert.equal(compiled.exitCode, 0, compiled.stderr);
    const box = await project.artifact("contracts/Box.sol", "Box");
    ({ address } = await deploy(world.chain, box, { args: [7, "seven"] }));
  });
  beforeEach(() => world.reset());
  after(async () => {
    await project?.[Symbol.asyncDispose]();
    await world[Symbol.asyncDispose]();
  });

  it("should verify a contract, and check it", async () => {
    const { report, stderr } = await project.json(["verify-contract", address, "--network", "testnet"]);
    assert.equal(report.exitCode, 0, stderr);
    assertExact(report);
    assert.equal(only(report).contract?.name, "Box");
    assert.deepEqual(report.network, { name: "testnet", chainId: 31337 });

    world.reset();
    const checked = await project.json(["verify-contract:check", address, "--network", "testnet"]);
    assert.equal(checked.report.exitCode, 0, checked.stderr);
    assert.isFalse(world.verification.requests.some(({ method }) => method === "POST"));
  });
});
