import { assert } from "chai";
import { check } from "../../src/internal/commands/contracts.ts";
import { flagOf } from "../../src/internal/domain/options.ts";
import { createHardhatHost } from "../../src/internal/hosts/hardhat3/host.ts";
import { type CheckContractsRequest, checkContracts } from "../../src/verify.ts";
import { temporaryFolder } from "../helpers/build-files.ts";
import { argumentDefaults } from "../helpers/commands/argument-defaults.ts";
import { connectionThat, fakeHre } from "../helpers/commands/fake-hre.ts";
import { ADDRESS } from "../helpers/services/quick.ts";
import { thrownBy } from "../helpers/thrown.ts";

const SERVICE = { url: "http://127.0.0.1:9" };
const silent = connectionThat(async () => assert.fail("the node was asked"));
/** It answers which chain it is, and nothing else is asked of it. */
const answering = connectionThat(async () => "0x7a69");

async function refused(request: CheckContractsRequest, connection = silent): Promise<string> {
  await using folder = await temporaryFolder();
  const hre = fakeHre(folder.path, { verification: SERVICE, query: false }, connection);
  return (await thrownBy(() => checkContracts(request, hre))).code;
}

describe("check - several contracts", () => {
  it("should refuse wrong use before anything is asked", async () => {
    for (const [code, request] of [
      ["VC101", null as unknown as CheckContractsRequest],
      ["VC101", { targets: [ADDRESS, ""] }],
      ["VC102", { targets: ["0x1234"] }],
      ["VC103", { targets: ["0x5FbDB2315678afecb367f032d93F642f64180aA3"] }],
      ["VC106", { targets: ADDRESS as unknown as string[] }],
      ["VC106", { shard: "3/2" }],
      ["VC106", { deployments: [] } as CheckContractsRequest],
      ["VC106", { contract: "Vault" } as CheckContractsRequest],
      ["VC106", { force: true } as CheckContractsRequest],
      ["VC115", { require: ["recompiled-here"] }],
    ] as const)
      assert.equal(await refused(request), code, JSON.stringify(request));
  });

  it("should refuse an id that no query service can resolve, and a target that is nothing", async () => {
    assert.equal(await refused({ targets: [ADDRESS, "0.0.1234"] }, answering), "VC104");
    assert.equal(await refused({ targets: ["chain-1"] }, answering), "VC703");
    assert.equal(await refused({}, answering), "VC701");
  });

  it("should refuse the options of one contract beside several", async () => {
    for (const [option, value] of [
      ["contract", "Vault"],
      ["creationTxHash", `0x${"1".repeat(64)}`],
      ["stdJsonInput", "input.json"],
      ["compilerVersion", "0.8.28+commit.7893614a"],
    ] as const) {
      const args = { ...argumentDefaults("check"), targets: [ADDRESS, ADDRESS], [option]: value };
      const host = createHardhatHost(fakeHre("/nowhere", { verification: SERVICE }, silent));
      const nothing = { write: () => true } as unknown as NodeJS.WriteStream;
      const screens = { stdout: nothing, stderr: nothing };
      const { signal } = new AbortController();
      const error = await thrownBy(() => check(args, host, screens, signal));
      assert.equal(error.code, "VC118", option);
      const line = {
        subcommand: "check",
        targets: [],
        globals: [],
        options: [[flagOf(option), value]],
      } as const;
      assert.match(
        error.for({ words: host.words, line }).problem.next ?? "",
        /one contract by its address.*contract check$/,
      );
    }
  });
});
