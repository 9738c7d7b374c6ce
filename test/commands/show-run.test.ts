import { assert, expect } from "chai";
import { addAcceptance, addEvidence } from "../../src/internal/commands/show-run.ts";
import type { CommandLine } from "../../src/internal/errors/next-step.ts";
import { PLAIN_WORDS } from "../../src/internal/hosts/cli/words.ts";
import { HARDHAT_WORDS } from "../../src/internal/hosts/hardhat3/host.ts";
import { REPORT_FORMATS } from "../../src/internal/render/formats.ts";
import { renderBatch } from "../../src/internal/render/terminal/batch-report.ts";
import { renderReport } from "../../src/internal/render/terminal/report.ts";
import { plainStyle } from "../../src/internal/render/terminal/style.ts";
import { contractOf, problemOf, reportOf, VAULT_ADDRESS } from "../helpers/report-parts.ts";
import { REPORTS } from "../helpers/reports.ts";

const LINE: CommandLine = {
  command: "check",
  targets: ["0.0.5001"],
  options: [["--min-match", "match"]],
  globals: [["--network", "testnet"]],
};

const failure = Object.values(REPORTS).find(({ exitCode }) => exitCode === 1);
const success = Object.values(REPORTS).find(({ exitCode }) => exitCode === 0);
if (failure === undefined || success === undefined) throw new Error("There are no such reports.");

describe("commands - the evidence in a report", () => {
  it("should be the command that was run, with --evidence, in each host's words", () => {
    const commands = [HARDHAT_WORDS, PLAIN_WORDS].map(
      (words) => addEvidence(failure, LINE, words).evidence?.command,
    );
    expect(commands).to.deep.equal([
      "npx hardhat verify-contract check 0.0.5001 --network testnet --min-match match --evidence run.evidence.gz",
      "npx hardhat-verify-contract check 0.0.5001 --network testnet --min-match match --evidence run.evidence.gz",
    ]);
  });

  it("should be the file if the run wrote one", () => {
    const options = [["--evidence", "a.gz"]] as const;
    expect(addEvidence(failure, { ...LINE, options }, HARDHAT_WORDS).evidence).to.deep.equal({
      file: "a.gz",
    });
  });

  it("should be absent after a success, wrong use, or a command without evidence", () => {
    expect(addEvidence(success, LINE, HARDHAT_WORDS)).to.equal(success);
    const wrong = { ...failure, exitCode: 2 } as const;
    expect(addEvidence(wrong, LINE, HARDHAT_WORDS)).to.equal(wrong);
    for (const command of ["replay", "lock"])
      expect(addEvidence(failure, { ...LINE, command }, HARDHAT_WORDS)).to.equal(failure);
  });

  it("should be absent if the run requires an explorer, because no evidence includes one", () => {
    const options = [["--require", "sources, explorer"]] as const;
    const line = { ...LINE, command: "verify", options };
    expect(addEvidence(failure, line, HARDHAT_WORDS)).to.equal(failure);
  });

  it("should be shown in every format, and on the screens for one and several contracts", () => {
    const report = addEvidence(failure, LINE, HARDHAT_WORDS);
    const texts = {
      ...REPORT_FORMATS,
      one: () => renderReport(report, plainStyle, 60),
      many: () => renderBatch(report, plainStyle, 60),
    };
    for (const [format, write] of Object.entries(texts))
      expect(write(report), format).to.include("--evidence run.evidence.gz");
    expect(renderReport(report, plainStyle, 60).match(/Evidence: /g)).to.have.length(1);
  });
});

const LOCKED = {
  command: "check",
  targets: [],
  options: [["--locked"]],
  globals: [["--network", "testnet"]],
} as const;
const LOCAL = { ...LOCKED, options: [["--locked"], ["--local"]] } as const;

describe("commands - the command that accepts a drift", () => {
  const drifted = (name: string, is: string) =>
    contractOf({
      outcome: "drifted",
      lock: {
        ...{ name, file: "verify-contract.lock.json" },
        drift: [{ kind: "implementation", locked: null, found: VAULT_ADDRESS }],
      },
      error: problemOf("VC712", { values: { name }, facts: [["New code", `not from a local build; ${is}`]] }),
    } as never);
  const acceptFor = (contracts: readonly ReturnType<typeof drifted>[], line: CommandLine = LOCKED) =>
    addAcceptance(reportOf([...contracts], 1), line, HARDHAT_WORDS).accept ?? "";

  for (const [is, accept] of [
    [
      "no record found",
      new RegExp(
        `^npx hardhat verify-contract ${VAULT_ADDRESS} --network testnet && npx hardhat verify-contract lock `,
      ),
    ],
    ["verified, exact match", /^npx hardhat verify-contract lock --network testnet --update Box$/],
  ] as const)
    it(`should verify a new implementation first unless it is verified: ${is}`, () => {
      assert.match(acceptFor([drifted("Box", is)]), accept);
      const local = acceptFor([drifted("Box", is)], LOCAL).split(" && ");
      for (const command of local) assert.include(command, " --local");
    });

  it("should name all drifted contracts in one command, each name once", () => {
    const contracts = ["Box", "BoxProxy", "Box"].map((name) => drifted(name, "verified, exact match"));
    assert.match(acceptFor(contracts), /lock --network testnet --update Box,BoxProxy$/);
  });
});
