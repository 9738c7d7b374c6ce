import { assert } from "chai";
import { KnownHead, readChain } from "../../src/internal/local/chain/chain.ts";
import { startLocalServices } from "../../src/local.ts";
import { heldFor } from "../helpers/held-for.ts";
import { get, submission, verify } from "../helpers/local/client.ts";
import { creationCode, deploy } from "../helpers/local/contracts.ts";
import { startDevelopmentChain } from "../helpers/local/development-chain.ts";
import { deadUrl } from "../helpers/services/fault-server.ts";
import { KEPT_COMPILER } from "../helpers/solc.ts";

describe("local - a restarted node", function () {
  this.timeout(60_000);
  const chain = heldFor(() => startDevelopmentChain());

  it("should make the services drop the former chain's records, and report how many", async () => {
    const forgotten: number[] = [];
    await using services = await startLocalServices({
      chain,
      compilers: [KEPT_COMPILER],
      onForgotten: (records) => forgotten.push(records),
    });
    const { url } = services.verification;
    const snapshot = await chain.request("evm_snapshot");
    const box = () => deploy(chain, creationCode("Box"));
    const { address } = await box();
    await verify(url, address, submission("Box"));
    await box();
    const record = () => get(`${url}/v2/contract/31337/${address}`);
    assert.equal((await record()).status, 200);

    await chain.request("evm_revert", snapshot);
    // Deploys the same contract to the same address, on another chain.
    await chain.request("evm_increaseTime", 60);
    assert.equal((await box()).address, address);
    assert.deepEqual(
      (await Promise.all([record(), record(), record()])).map(({ status }) => status),
      [404, 404, 404],
    );
    assert.deepEqual(forgotten, [1]);
    const { contract } = await verify(url, address, submission("Box"));
    assert.equal(contract.match, "exact_match");
  });

  it("should not drop records after a revert to a later block, or if it doesn't answer", async () => {
    const answering = readChain(chain.rpcUrl);
    const head = new KnownHead(answering);
    await head.rememberLatest();
    const snapshot = await chain.request("evm_snapshot");
    await deploy(chain, creationCode("Box"));
    await chain.request("evm_revert", snapshot);
    assert.isFalse(await head.isGone());

    const silent = readChain(await deadUrl());
    const other = new KnownHead({ ...answering, block: (at) => (isSilent ? silent : answering).block(at) });
    let isSilent = false;
    await other.rememberLatest();
    isSilent = true;
    assert.isFalse(await other.isGone());
  });
});
