import { readFile, rm, symlink } from "node:fs/promises";
import path from "node:path";
import { assert } from "chai";
import { runLock } from "../../../src/internal/commands/lock.ts";
import { run } from "../../../src/internal/commands/run.ts";
import { LOCK_FILE } from "../../../src/internal/deployments/lock/lock-model.ts";
import { createHardhatHost } from "../../../src/internal/hosts/hardhat3/host.ts";
import { hederaWorld } from "../../helpers/hedera-world.ts";
import { RECORDED } from "../../helpers/recorded-ledger.ts";
import { thrownBy } from "../../helpers/thrown.ts";

const CONTRACTS = [
  { address: RECORDED.A.id, name: "Store" },
  { address: "0x0000000000000000000000000000000000001c85", name: "Gold" },
  { address: "0x0000000000000000000000000000000000000168", name: "Rates" },
  { address: "0x0000000000000000000000000000000000001bbf", name: "Treasury" },
];

const KEYED = { account: "0.0.7103", key: { _type: "ED25519", key: "aa" } };

describe("hardhat - a lock file with Hedera entities that aren't contracts", function () {
  this.timeout(30_000);

  it("should list all of a deployment's entries, and show if one becomes something else", async () => {
    let tokenCode: string | undefined;
    await using world = await hederaWorld({
      stored: [RECORDED.A.address],
      mirror: (route) => (route.startsWith("/accounts/") ? { status: 200, body: KEYED } : undefined),
      relay: (method, [address]) =>
        method === "eth_getCode" && address.toLowerCase() === CONTRACTS[1]?.address && tokenCode !== undefined
          ? { result: tokenCode }
          : undefined,
    });
    const manifest = { schema: "verify-contract-deployments/1", chainId: 296, contracts: CONTRACTS };
    const targets = [await world.folder.write("all.json", manifest)];
    const { buildInfo } = world;
    const host = await createHardhatHost(world.hre);

    const { report, written } = await runLock({ targets, buildInfo }, host);
    assert.equal(written?.total, CONTRACTS.length, JSON.stringify(report.error));
    const file = path.join(world.folder.path, LOCK_FILE);
    const text = await readFile(file, "utf8");
    for (const { name } of CONTRACTS) assert.include(text, name);

    const again = () => run("checks", { targets, locked: true }, host);
    const same = await again();
    assert.deepEqual(same.summary.outcomes, { "as-locked": CONTRACTS.length });

    tokenCode = "0x6001";
    const other = await again();
    assert.deepEqual(other.summary.outcomes, { "as-locked": CONTRACTS.length - 1, drifted: 1 });
    assert.isEmpty(world.submissions);

    await rm(file);
    await symlink(path.join(world.folder.path, "no-such-folder", LOCK_FILE), file);
    const refusal = async (request: object) => (await thrownBy(() => runLock(request, host))).code;
    assert.equal(await refusal({ targets, contract: "Store" }), "VC106", "the request comes before the file");
    assert.equal(await refusal({ targets, buildInfo }), "VC715");
  });
});
