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
    const options = "--network testnet --min-match match --evidence run.evidence.gz";
    for (const words of [HARDHAT_WORDS, PLAIN_WORDS])
      expect(addEvidence(failure, LINE, words).evidence).to.deep.equal({
        command: `${words.program} check 0.0.5001 ${options}`,
      });
  });

  it("should be the file if the run wrote one", () => {
    const options = [["--evidence", "a.gz"]] as const;
    const { evidence } = addEvidence(failure, { ...LINE, options }, HARDHAT_WORDS);
    expect(evidence).to.deep.equal({ file: "a.gz" });
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
    const screen = renderReport(report, plainStyle, 60);
    const files = Object.values(REPORT_FORMATS).map((write) => write(report));
    for (const text of [screen, renderBatch(report, plainStyle, 60), ...files])
      expect(text).to.include("--evidence run.evidence.gz");
    expect(screen.match(/Evidence: /g)).to.have.length(1);
  });
});

const LOCKED = { ...LINE, targets: [], options: [["--locked"]] } as const;
const LOCAL = { ...LOCKED, options: [["--locked"], ["--local"]] } as const;

describe("commands - the command that accepts a drift", () => {
  const drifted = (name: string, is: string) => {
    const drift = [{ kind: "implementation", locked: null, found: VAULT_ADDRESS }];
    const lock = { name, file: "verify-contract.lock.json", drift };
    const facts = [["New code", `not from a local build; ${is}`]] as const;
    const error = problemOf("VC712", { values: { name }, facts });
    return contractOf({ outcome: "drifted", lock, error } as never);
  };
  const acceptFor = (contracts: readonly ReturnType<typeof drifted>[], line: CommandLine = LOCKED) =>
    addAcceptance(reportOf([...contracts], 1), line, HARDHAT_WORDS).accept ?? "";

  for (const [is, accept] of [
    ["no record found", [`${VAULT_ADDRESS} --network testnet`, "lock --network testnet --update Box"]],
    ["verified, exact match", ["lock --network testnet --update Box"]],
  ] as const)
    it(`should verify a new implementation first unless it is verified: ${is}`, () => {
      const commands = accept.map((words) => `npx hardhat verify-contract ${words}`);
      assert.equal(acceptFor([drifted("Box", is)]), commands.join(" && "));
      const local = acceptFor([drifted("Box", is)], LOCAL).split(" && ");
      for (const command of local) assert.include(command, " --local");
    });

  it("should name all drifted contracts in one command, each name once", () => {
    const contracts = ["Box", "BoxProxy", "Box"].map((name) => drifted(name, "verified, exact match"));
    assert.match(acceptFor(contracts), /lock --network testnet --update Box,BoxProxy$/);
  });
});
