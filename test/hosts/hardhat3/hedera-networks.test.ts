import { assert } from "chai";
import { HARDHAT_WORDS } from "../../../src/internal/hosts/hardhat3/host.ts";
import { VerifyContractError, verifyContract } from "../../../src/verify.ts";
import { expectGolden } from "../../helpers/golden.ts";
import { hederaWorld, screenOf } from "../../helpers/hedera-world.ts";
import { problemScreen } from "../../helpers/problem-screen.ts";
import { RECORDED } from "../../helpers/recorded-ledger.ts";
import { thrownBy } from "../../helpers/thrown.ts";

/** An address of this computer that no other test uses. */
const HOST = "127.20.29.9";

describe("hardhat - previewnet and a local network of Hedera", function () {
  this.timeout(30_000);

  for (const [tool, relay, mirror, explorer] of [
    ["solo", 37546, 38081, 38080],
    ["hiero-local-node", 7546, 5551, 8090],
  ] as const) {
    it(`should find the mirror node and the explorer of ${tool} by the relay's port`, async () => {
      await using world = await hederaWorld({ chainId: 298, local: { host: HOST, relay, mirror } });
      const request = {
        address: RECORDED.A.id,
        buildInfo: `${world.folder.path}/artifacts`,
        fresh: true,
      };
      const report = await verifyContract(request, world.hre);
      const [contract] = report.contracts;
      assert.equal(contract?.outcome, "verified", JSON.stringify(contract?.error));
      assert.equal(report.services.query, `http://${HOST}:${mirror}`);
      const page = `http://${HOST}:${explorer}/localnet/contract/${contract?.target.address}`;
      assert.deepInclude(contract?.links ?? [], { label: "explorer", url: page });
      if (tool === "solo") expectGolden("hedera/verified-on-solo.txt", screenOf(report));
    });
  }

  for (const [name, chainId] of [
    ["previewnet", 297],
    ["local-network", 298],
  ] as const) {
    it(`should send nothing to a public service, and say what is needed: ${name}`, async () => {
      await using world = await hederaWorld({ chainId, config: { verification: {} } });
      const request = { address: RECORDED.A.id, buildInfo: `${world.folder.path}/artifacts` };
      const error = await thrownBy(() => verifyContract(request, world.hre));
      assert.instanceOf(error, VerifyContractError);
      assert.equal(error.code, "VC109");
      expectGolden(
        `hedera/no-service-${name}.txt`,
        problemScreen(error.for({ words: HARDHAT_WORDS }).problem),
      );
      assert.isEmpty(world.submissions);
      assert.isEmpty(world.recordsRead);
    });
  }
});
