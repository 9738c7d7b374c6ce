import { assert } from "chai";
import { createHardhatRuntimeEnvironment } from "hardhat/hre";
import plugin from "../../../src/index.ts";
import { renderReport } from "../../../src/internal/render/terminal/report.ts";
import { plainStyle } from "../../../src/internal/render/terminal/style.ts";
import type { Report } from "../../../src/report.ts";
import { verifyContract } from "../../../src/verify.ts";
import { temporaryFolder, writeHardhat3 } from "../../helpers/build-files.ts";
import { compile, contractOf } from "../../helpers/compile.ts";
import { expectGolden } from "../../helpers/golden.ts";
import { recordBody } from "../../helpers/record-body.ts";
import {
  ARGUMENT,
  type LedgerOptions,
  RECORDED,
  RECORDED_CHAIN_ID,
  type RecordedLedger,
  recordedLedger,
} from "../../helpers/recorded-ledger.ts";
import { scriptedService } from "../../helpers/scripted-service.ts";
import { COMPLETED_JOB, NO_MATCH } from "../../helpers/services/examples.ts";
import { json } from "../../helpers/services/fault-server.ts";
import { VERIFICATION_ID } from "../../helpers/services/quick.ts";

const PATH = "project/contracts/Store.sol";
const SOURCE = `// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;
contract Store { uint256 public value; constructor(uint256 first) { value = first; } }
`;
const NO_ARGUMENT = SOURCE.replace("constructor(uint256 first) { value = first; }", "");

interface Run {
  readonly report: Report;
  readonly ledger: RecordedLedger;
  readonly sent: string;
}

/** Verifies a contract of the recorded ledger, with real code, on the defaults of chain 296. */
async function verifyRecorded(way: keyof typeof RECORDED, options: LedgerOptions = {}): Promise<Run> {
  // The hollow account's contract was created without arguments.
  const compiled = compile({ [PATH]: way === "G" ? NO_ARGUMENT : SOURCE });
  const { evm } = contractOf(compiled, PATH, "Store");
  const codes = { creation: `0x${evm.bytecode.object}`, runtime: `0x${evm.deployedBytecode.object}` };
  const { address, hash } = RECORDED[way];
  await using ledger = await recordedLedger({ codes, ...options });
  await using folder = await temporaryFolder();
  await folder.write("package.json", { name: "recorded", type: "module" });
  await writeHardhat3(folder, "build", compiled);
  // A service compares only the input of a transaction that created the contract directly.
  const match = way === "A" ? "exact_match" : null;
  const about = { chainId: String(RECORDED_CHAIN_ID), address };
  const body = recordBody(
    compiled,
    PATH,
    "Store",
    {
      chainId: RECORDED_CHAIN_ID,
      address,
      runtime: codes.runtime,
      creation: match === null ? null : `${codes.creation}${ARGUMENT}`,
      transactionHash: hash,
      deployer: "0xd7bd511c680f832243f235e01a9b903f7baaa797",
    },
    { creation: match, runtime: "exact_match" },
  );
  const verifiedAt = new Date().toISOString().replace(/\.\d+Z$/, "Z");
  const record = {
    ...body,
    matchId: COMPLETED_JOB.contract.matchId,
    verifiedAt,
    deployment: null,
    ...(match === null
      ? {}
      : {
          creationBytecode: {
            ...(body as { creationBytecode: object }).creationBytecode,
            transformations: [
              { type: "insert", reason: "constructorArguments", offset: (codes.creation.length - 2) / 2 },
            ],
            transformationValues: { constructorArguments: `0x${ARGUMENT}` },
          },
        }),
  };
  await using service = await scriptedService({
    record: [json(404, { ...NO_MATCH, ...about }), json(200, record)],
    submit: [json(202, { verificationId: VERIFICATION_ID })],
    job: [
      json(200, {
        ...COMPLETED_JOB,
        contract: {
          ...COMPLETED_JOB.contract,
          ...about,
          verifiedAt,
          match: "exact_match",
          runtimeMatch: "exact_match",
          creationMatch: match,
        },
      }),
    ],
  });
  const hre = await createHardhatRuntimeEnvironment(
    {
      plugins: [plugin],
      networks: { hedera: { type: "http", chainType: "l1", url: ledger.relayUrl } },
      verifyContract: { verification: { url: service.url }, query: { url: ledger.mirrorUrl } },
    } as Parameters<typeof createHardhatRuntimeEnvironment>[0],
    { network: "hedera" },
    folder.path,
  );
  const report = await verifyContract({ address, buildInfo: `${folder.path}/artifacts`, fresh: true }, hre);
  return { report, ledger, sent: service.submissions[0]?.body ?? "" };
}

function only({ contracts }: Report): Report["contracts"][number] {
  return contracts[0] ?? assert.fail("There is one contract.");
}

/** Those that differ in what is said about the creation. */
const SCREENS: readonly string[] = ["B-without-traces", "C-without-traces", "D-with-traces"];

function screenOf(report: Report): string {
  const screen = renderReport(report, plainStyle, 80)
    .replaceAll(/(127\.0\.0\.1):\d+/g, "$1:5555")
    .replaceAll(/\/\S*\/artifacts/g, "artifacts")
    .replace(/Took .*/, "Took …");
  return `${screen}\n`;
}

describe("hardhat - contracts of Hedera, as recorded", function () {
  this.timeout(30_000);

  it("should verify a fresh contract in 6 requests to the relay and 5 to the mirror node", async () => {
    const { report, ledger } = await verifyRecorded("A");
    assert.equal(only(report).outcome, "verified", JSON.stringify(only(report).error));
    assert.isAtMost(ledger.relayCalls.length, 6, ledger.relayCalls.join("\n"));
    assert.isAtMost(ledger.mirrorCalls.length, 5, ledger.mirrorCalls.join("\n"));
  });

  for (const way of ["A", "B", "B2", "C", "D", "E", "G"] as const) {
    for (const traces of [false, true]) {
      it(`should verify ${way} and name its creation, ${traces ? "with" : "without"} traces`, async () => {
        const { report, sent } = await verifyRecorded(way, { traces });
        const contract = only(report);
        assert.equal(contract.outcome, "verified", JSON.stringify(contract.error));
        assert.equal(contract.target.creationTransactionHash, RECORDED[way].hash);
        assert.equal(JSON.parse(sent).creationTransactionHash, RECORDED[way].hash);
        const statusOf = (id: string) => contract.checks.find((check) => check.id === id)?.status;
        for (const id of ["created-in-block", "stale-record", "creation-code-query"])
          assert.equal(statusOf(id), "passed", id);
        const encoded = way === "G" ? undefined : `0x${ARGUMENT}`;
        assert.equal(contract.constructorArguments?.encoded, encoded);
        const screen = `${way}-${traces ? "with" : "without"}-traces`;
        if (SCREENS.includes(screen)) expectGolden(`hedera/${screen}.txt`, screenOf(report));
      });
    }
  }
});
