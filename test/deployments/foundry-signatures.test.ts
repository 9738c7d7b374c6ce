import { assert } from "chai";
import { findDeployments } from "../../src/internal/deployments/find-deployments.ts";
import type { Deployment } from "../../src/internal/deployments/model.ts";
import { leaveOutGone, planTargets } from "../../src/internal/deployments/plan-targets.ts";
import { folderForEach } from "../helpers/build-files.ts";
import { broadcastOf, HASH } from "../helpers/deployments/broadcast.ts";
import { FIXTURES, factsOf, projectAt, projectOf } from "../helpers/deployments/fixtures.ts";

const CHAIN_ID = 31337;
const A = "0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512";
const B = "0x9fE46736679d2D9a65F0992F2272dE9f3c7fa6e0";
const C = "0x5FbDB2315678afecb367f032d93F642f64180aa3";
/** The proxy of CREATE3, which has no sources. */
const CREATE3_PROXY = "0x278cEaF70cfd476ce087c9923780FcaD189FC6d1";

const find = async (tool: string, chainId: number): Promise<readonly Deployment[]> =>
  findDeployments([], chainId, await projectOf(tool), FIXTURES);

describe("deployments - the functions of a Foundry script", () => {
  it("should all be found, by signature, by calldata and on several chains, but without dry runs", async () => {
    const deployments = await find("foundry-signatures", CHAIN_ID);
    const start = `${FIXTURES}foundry-signatures/broadcast/`.length;
    assert.deepEqual(
      deployments.map(({ location }) => location.slice(start)),
      [
        "Parts.s.sol/31337/create3-latest.json",
        "Parts.s.sol/31337/deploy-latest.json",
        "Parts.s.sol/31337/fc0c546a-latest.json",
        "Parts.s.sol/31337/run-latest.json",
        "multi/Parts.s.sol-latest/go.json",
      ],
    );
    assert.sameMembers(
      planTargets(deployments).map(({ target }) => target.input),
      [...factsOf("foundry-signatures").map(({ address }) => address), CREATE3_PROXY],
    );
  });

  it("should be superseded by the newest broadcast of the script on the chain, whatever function ran", async () => {
    const deployments = await find("foundry-signatures", CHAIN_ID);
    const newest = deployments.filter(({ contracts }) =>
      contracts.every(({ whyGone }) => whyGone === undefined),
    );
    assert.deepEqual(
      newest.map(({ location }) => location.endsWith("multi/Parts.s.sol-latest/go.json")),
      [true],
    );
  });
});

describe("deployments - an address without code in a superseded broadcast", () => {
  const folder = folderForEach();
  const broadcast = (address: string, timestamp: number) =>
    broadcastOf(address, { chain: CHAIN_ID, timestamp, isFinished: false });
  const planned = async () =>
    planTargets(await findDeployments([], CHAIN_ID, await projectAt(folder.path), folder.path));
  const inputsOf = (targets: Awaited<ReturnType<typeof planned>>) =>
    targets.map(({ target }) => target.input);

  it("should be left out and listed, without losing any other address", async () => {
    const at = "broadcast/D.s.sol";
    await folder.write(`${at}/31337/old-latest.json`, broadcast(A, 1_700_000_000));
    await folder.write(`${at}/31337/older-latest.json`, broadcast(B, 1_600_000_000_000));
    await folder.write(`${at}/31337/run-latest.json`, broadcast(C, 1_700_000_000_001));
    await folder.write("broadcast/E.s.sol/31337/run-latest.json", broadcast(B, 1));
    const asked: string[] = [];
    const { targets, passedOver } = await leaveOutGone(await planned(), async ({ target }) => {
      asked.push(target.input);
      return false;
    });
    // B is in the newest broadcast of another script, and C in the newest of this one.
    assert.deepEqual(asked, [A]);
    assert.deepEqual(inputsOf(targets), [B, C]);
    assert.deepEqual(
      passedOver.map(({ file }) => file),
      [`${folder.path}/${at}/31337/old-latest.json`],
    );
  });

  it("should be kept if the newer broadcast's transactions failed", async () => {
    await folder.write("broadcast/D.s.sol/31337/old-latest.json", broadcast(A, 1));
    const receipts = [{ transactionHash: HASH, contractAddress: B, status: "0x0" }];
    await folder.write("broadcast/D.s.sol/31337/run-latest.json", { ...broadcast(B, 2), receipts });
    const { targets } = await leaveOutGone(await planned(), async () => false);
    assert.deepEqual(inputsOf(targets), [A]);
  });

  it("should be kept if they are locked, because missing code is drift then", async () => {
    await folder.write("broadcast/D.s.sol/31337/old-latest.json", broadcast(A, 1));
    await folder.write("broadcast/D.s.sol/31337/run-latest.json", broadcast(B, 2));
    const kept = async (entry: unknown) => {
      const locked = (await planned()).map((each) => ({ ...each, locked: { entry } }));
      return inputsOf((await leaveOutGone(locked, async () => false)).targets);
    };
    assert.sameMembers(await kept({}), [A, B]);
    assert.sameMembers(await kept(undefined), [B]);
  });
});
