import { readFileSync } from "node:fs";
import { cp } from "node:fs/promises";
import { fileURLToPath } from "node:url";

import { assert } from "chai";
import { getAddress } from "ethers/address";

import { only, verifyJson } from "../helpers/cli.ts";
import { send } from "../helpers/deploy.ts";
import { fixtureProject, type Project } from "../helpers/project.ts";
import { submissionOf } from "../helpers/submission.ts";
import { assertExact } from "../helpers/verdicts.ts";
import { theWorld, type World } from "../helpers/world.ts";

const FOLDER = fileURLToPath(new URL("../fixtures/build-files/", import.meta.url));

/** Where each tool keeps what it compiled. */
const BUILDS = {
  foundry: "out",
  hardhat2: "artifacts",
  ignition: "ignition/deployments/chain-31337",
  "hardhat-deploy-v1": "deployments/development",
  "hardhat-deploy-v2": "deployments/development",
} as const;

interface DeployedBefore {
  readonly name: string;
  readonly address: string;
  readonly runtimeBytecode: string;
  readonly creationInput: string | null;
  readonly libraries: Readonly<Record<string, string>>;
}

/** After a PUSH2 of its length: creation code that returns what follows it. */
const RETURNS_REST = "80600a3d393df3";

describe("corpus - builds of other tools, verified", () => {
  let world: World;
  let project: Project;

  before(async () => {
    world = await theWorld();
    project = await fixtureProject("no-metadata-hash");
  });
  beforeEach(() => world.reset());

  /** Sends what the tool sent, linked with libraries that are on this chain. */
  const deployAgain = async (tool: string, name: string): Promise<string> => {
    const facts = readFileSync(`${FOLDER}${tool}/facts.json`, "utf8");
    const { contracts } = JSON.parse(facts) as { contracts: readonly DeployedBefore[] };
    const before = contracts.find((contract) => contract.name.endsWith(`/${name}.sol:${name}`));
    let input = before?.creationInput ?? "0x";
    for (const linked of Object.values(before?.libraries ?? {})) {
      const there = contracts.find(({ address }) => address === linked)?.runtimeBytecode.slice(2) ?? "";
      // Its call protection is for its address there; as compiled it is for none.
      const library = there.replace(/^73[0-9a-f]{40}3014/i, `73${"0".repeat(40)}3014`);
      const length = (library.length / 2).toString(16).padStart(4, "0");
      const { contractAddress } = await send(
        world.chain,
        0,
        undefined,
        `0x61${length}${RETURNS_REST}${library}`,
      );
      input = input.replaceAll(
        linked.slice(2).toLowerCase(),
        (contractAddress ?? "0x").slice(2).toLowerCase(),
      );
    }
    const { contractAddress } = await send(world.chain, 0, undefined, input);
    return getAddress(contractAddress ?? "0x");
  };

  for (const [tool, folder] of Object.entries(BUILDS)) {
    it(`should reach an exact match with what ${tool} wrote, and send no file too much`, async () => {
      for (const name of ["Vault", "Ledger"]) {
        const address = await deployAgain(tool, name);
        const { report } = await verifyJson(project, [address, "--build-info", `${FOLDER}${tool}/${folder}`]);
        assertExact(report);
        assert.equal(only(report).contract?.name, name);
        const sent = Object.keys(submissionOf(world).stdJsonInput.sources);
        assert.lengthOf(sent, name === "Vault" ? 2 : 3);
        world.reset();
      }
    });
  }

  it("should find what Ignition deployed without being told where, when the project has changed since", async () => {
    const changed = await project.copy();
    await cp(`${FOLDER}ignition/ignition`, `${changed.root}/ignition`, { recursive: true });
    const address = await deployAgain("ignition", "Vault");
    const { report } = await verifyJson(changed, [address]);
    assertExact(report);
    assert.match(only(report).contract?.buildFile ?? "", /^ignition\/deployments\/chain-31337\/build-info\//);
  });
});
