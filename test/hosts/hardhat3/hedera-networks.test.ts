import { assert } from "chai";
import { run } from "../../../src/internal/commands/run.ts";
import { createHardhatHost, HARDHAT_WORDS } from "../../../src/internal/hosts/hardhat3/host.ts";
import { VerifyContractError } from "../../../src/verify.ts";
import { expectGolden } from "../../helpers/golden.ts";
import { hederaWorld } from "../../helpers/hedera-world.ts";
import { problemScreen } from "../../helpers/problem-screen.ts";
import { RECORDED } from "../../helpers/recorded-ledger.ts";
import { thrownBy } from "../../helpers/thrown.ts";

describe("hardhat - Hedera's previewnet and local network", function () {
  this.timeout(30_000);

  for (const [name, chainId] of [
    ["previewnet", 297],
    ["local-network", 298],
  ] as const)
    it(`should use no public service, and say which setting is missing: ${name}`, async () => {
      await using world = await hederaWorld({ chainId, config: { verification: {} } });
      const request = { address: RECORDED.A.id, buildInfo: world.buildInfo };
      const error = await thrownBy(() => run("verify", request, createHardhatHost(world.hre)));
      assert.instanceOf(error, VerifyContractError);
      assert.equal(error.code, "VC109");
      expectGolden(
        `hedera/no-service-${name}.txt`,
        problemScreen(error.for({ words: HARDHAT_WORDS }).problem),
      );
      assert.isEmpty(world.submissions);
      assert.isEmpty(world.recordsRead);
    });
});
