import { assert } from "chai";
import { findDeployments } from "../../src/internal/deployments/find-deployments.ts";
import { planTargets } from "../../src/internal/deployments/plan-targets.ts";
import { type ChainFact, FIXTURES, factsOf, projectOf } from "../helpers/deployments/fixtures.ts";

const CHAIN_ID = 31337;

/** Contracts that a tool doesn't record: those that a contract created, and a library that existed before. */
const NOT_RECORDED: Readonly<Record<string, RegExp>> = {
  ignition: /:Child$/,
  "hardhat-deploy-v1": /:Child$/,
  "hardhat-deploy-v2": /:Child$/,
  "foundry-libraries": /:MathLib$/,
  foundry: /^$/,
  "foundry-default": /^$/,
};

for (const [tool, notRecorded] of Object.entries(NOT_RECORDED)) {
  describe(`deployments - ${tool}'s records`, () => {
    const facts = factsOf(tool).filter(({ name }) => !notRecorded.test(name));
    const find = async () => {
      const deployments = await findDeployments([], CHAIN_ID, await projectOf(tool), FIXTURES);
      return { deployments, targets: planTargets(deployments) };
    };

    it("should contain every deployed contract once", async () => {
      const { deployments, targets } = await find();
      assert.deepEqual(
        targets.map(({ target }) => target.kind === "address" && target.address).sort(),
        facts.map(({ address }) => address).sort(),
      );
      assert.lengthOf(
        deployments.flatMap(({ contracts }) => contracts),
        facts.length,
      );
      // The script was given an existing library.
      const before = tool === "foundry-libraries" ? ["contracts/MathLib.sol:MathLib"] : [];
      assert.deepEqual(
        deployments.flatMap(({ passedOver }) => passedOver.map(({ name }) => name)),
        before,
      );
    });

    it("should agree with the chain about each contract, and name it unless the tool guesses", async () => {
      const { targets } = await find();
      for (const fact of facts) {
        const found = targets.find(({ target }) => target.input === fact.address);
        const [recorded = assert.fail(fact.address), ...others] = found?.recorded ?? [];
        assert.isEmpty(others);
        assertAgrees(recorded, fact);
        const { contractName } = recorded;
        assert.equal(contractName === undefined, tool.startsWith("foundry"), fact.name);
        if (contractName !== undefined) assert.equal(nameOf(contractName), nameOf(fact.name));
      }
    });
  });
}

/** A contract's name without its source. */
const nameOf = (contractName: string): string => contractName.replace(/^.*:/, "");

function assertAgrees(
  recorded: ReturnType<typeof planTargets>[number]["recorded"][number],
  fact: ChainFact,
): void {
  assert.equal(recorded.address, fact.address);
  assert.equal(recorded.transactionHashes[0], fact.creationTransactionHash);
  if (recorded.constructorArguments !== undefined)
    assert.equal(recorded.constructorArguments, fact.constructorArguments);
  if (recorded.creationCode !== undefined && recorded.create2 === undefined)
    assert.equal(recorded.creationCode, fact.creationInput);
}

describe("deployments - records of real tools", () => {
  it("should give the proxy's own file priority over the file that scripts use", async () => {
    for (const tool of ["hardhat-deploy-v1", "hardhat-deploy-v2"]) {
      const [deployment] = await findDeployments(["development"], CHAIN_ID, await projectOf(tool), FIXTURES);
      const names = deployment?.contracts.map(({ name }) => name) ?? [];
      assert.includeMembers(names, ["Counter_Proxy", "Counter_Implementation"]);
      assert.notInclude(names, "Counter");
    }
  });

  it("should contain deployer, salt and creation code of a CREATE2 deployment", async () => {
    const [deployment] = await findDeployments([], CHAIN_ID, await projectOf("foundry"), FIXTURES);
    const salted = deployment?.contracts.filter(({ recorded }) => recorded?.create2 !== undefined) ?? [];
    assert.deepEqual(
      salted.map(({ name, recorded }) => [
        name,
        recorded?.create2?.deployer,
        Number(recorded?.create2?.salt),
      ]),
      [
        ["MathLib", "0x4e59b44847b379578588920ca78fbf26c0b4956c", 0],
        ["Token", "0x4e59b44847b379578588920ca78fbf26c0b4956c", 1],
      ],
    );
    assert.isTrue(salted.every(({ recorded }) => /^0x6[01]/.test(recorded?.creationCode ?? "")));
    // Foundry does not reliably record which transaction created which contract.
    assert.deepEqual(
      salted.map(({ recorded }) => recorded?.transactionHashes.length),
      [2, 2],
    );
  });

  it("should contain the linked libraries", async () => {
    for (const tool of ["ignition", "hardhat-deploy-v1", "foundry", "foundry-libraries"]) {
      const targets = planTargets(await findDeployments([], CHAIN_ID, await projectOf(tool), FIXTURES));
      const linked = targets.flatMap(({ recorded }) => Object.entries(recorded[0]?.libraries ?? {}));
      const library = factsOf(tool).find(({ name }) => name.endsWith(":MathLib"));
      assert.isNotEmpty(linked, tool);
      for (const [name, address] of linked) {
        assert.match(name, /(^|:)MathLib$/);
        assert.equal(address, library?.address);
      }
    }
  });
});
