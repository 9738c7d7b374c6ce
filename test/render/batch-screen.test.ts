import { assert } from "chai";
import { installCompiler } from "../../src/internal/errors/next-step.ts";
import type { ErrorCode } from "../../src/internal/errors/problem.ts";
import { renderBatch } from "../../src/internal/render/terminal/batch-report.ts";
import { type BatchState, batchFrame, batchLines } from "../../src/internal/render/terminal/batch-screen.ts";
import { plainStyle } from "../../src/internal/render/terminal/style.ts";
import type { ContractReport, Outcome, Report } from "../../src/internal/report/model.ts";
import type { BatchEvent } from "../../src/internal/report/progress.ts";
import { begun, endedAt, linesOf, POLLING, startedAt, stateAfter } from "../helpers/batch-events.ts";
import { addressOf, BATCH_REPORTS, manyContracts } from "../helpers/batch-reports.ts";
import { expectGolden } from "../helpers/golden.ts";
import {
  claimsWith,
  JOB_ID,
  MINIMAL_SUBMISSION,
  PROVEN_CLAIMS,
  problemOf,
  reportOf,
} from "../helpers/report-parts.ts";

const SHARD = BATCH_REPORTS["batch-shard"];

/** The events of a run in which two contracts haven't ended. */
const EVENTS: readonly BatchEvent[] = [
  begun(SHARD.contracts, { passedOver: SHARD.passedOver, shard: SHARD.shard }),
  { type: "no-journal", reason: "EROFS: read-only file system, open 'cache/verify-contract/journal'" },
  ...[0, 1, 2, 3].map(startedAt),
  ...[0, 1].map((index) => endedAt(SHARD, index)),
  { type: "slowed-down", host: "sourcify.dev", waitMs: 5_000 },
  startedAt(4),
  endedAt(SHARD, 4),
  { type: "progress", index: 2, event: POLLING },
  { type: "progress", index: 3, event: { type: "checking" } },
];

const indexesOf = ({ ended }: BatchState) => ended.map(({ index }) => index);

describe("reports - the screens of a run over deployments", () => {
  it("should log the start, each contract's end, and slowdowns", () =>
    expectGolden("reports/batch-lines.terminal", `${linesOf(EVENTS).join("\n")}\n`));

  it("should count retried contracts as not ended, and say so", () => {
    const again: BatchEvent = { type: "tried-again", indexes: [0, 4] };
    const state = stateAfter([...EVENTS, again]);
    assert.deepEqual(indexesOf(state), [1]);
    assert.match(batchLines(again, state, plainStyle) ?? "", /^! .*2 contracts/);
    assert.deepEqual(indexesOf(stateAfter([...EVENTS, again, startedAt(0), endedAt(SHARD, 0)])), [1, 0]);
  });

  it("should show the current activity on a terminal", () => {
    const frame = batchFrame(stateAfter(EVENTS), { nowMs: 4_200, columns: 80, rows: 24, style: plainStyle });
    expectGolden("reports/batch-frame.terminal", `${frame}\n`);
  });

  it("should report other services' answers once, with the contracts or their number", () => {
    const accepted = { to: "etherscan", state: "accepted" } as const;
    const refused = { to: "routescan", state: "not-accepted", reason: "daily limit reached" } as const;
    const contracts = manyContracts(12).map((contract, index) => ({
      ...contract,
      forwarded: index < 2 ? [accepted, refused] : [accepted],
    }));
    const screen = renderBatch(reportOf(contracts, 0), plainStyle, 100);
    const [block = ""] = screen.split("\n\n").filter((each) => each.startsWith("Forwarded\n"));
    const [, all = "", some = "", ...more] = block.split("\n");
    assert.equal(all, "  12 contracts: accepted by Etherscan");
    assert.match(some, /^ {2}\S.*, \S.*: not accepted by Routescan: daily limit reached$/);
    assert.isEmpty(more);
  });

  /** Contracts that fail for the same cause: each one's problem, a shown text, and an omitted text. */
  const CAUSES: readonly (readonly [
    what: string,
    code: ErrorCode,
    outcome: Outcome,
    details: (index: number) => Parameters<typeof problemOf>[1],
    said: RegExp,
    leftOut: RegExp,
  ])[] = [
    [
      "jobs and durations differ",
      "VC405",
      "rejected",
      (index) => ({
        facts: [
          ["Verification id", jobIdOf(index)],
          ["Service said", `compiler_error: The compiler took longer than ${180 + index}.5 s`],
        ],
      }),
      /^✖ Rejected: 3 contracts$/m,
      /Verification id|<id>|<name>/,
    ],
    [
      "its text names the contract",
      "VC301",
      "not-deployed",
      (index) => ({ values: { address: addressOf(index), chainId: 296 } }),
      /VC301 There is no contract at <address> on chain 296\./,
      /Df0001 on/,
    ],
    [
      "each had sent something else",
      "VC408",
      "timed-out",
      (index) => ({ facts: [["Sent", `${index} files, 32.4 kB`]] }),
      /^\? Stopped: 3 contracts$/m,
      /kB/,
    ],
  ];
  for (const [what, code, outcome, details, said, leftOut] of CAUSES)
    it(`should report a common cause once, even if ${what}`, () => {
      const contracts = manyContracts(3).map((contract, index) => ({
        ...unmatched(contract),
        ...{ outcome, verificationId: jobIdOf(index), error: problemOf(code, details(index)) },
      }));
      const screen = renderBatch(reportOf(contracts, 1), plainStyle, 100);
      assert.lengthOf(screen.match(new RegExp(`${code} [A-Z]`, "g")) ?? [], 1);
      assert.match(screen, said);
      assert.notMatch(screen, leftOut);
    });

  it("should list contracts with an open claim first in a truncated table", () => {
    const open = { id: "implementation", state: "open", witnesses: [], reason: "no slot names one" } as const;
    const contracts = manyContracts(120).map((contract, index) => ({
      ...contract,
      outcome: "verified" as const,
      verdict: "verified" as const,
      claims: index < 117 ? PROVEN_CLAIMS : claimsWith(open),
    }));
    const screen = renderBatch(reportOf(contracts, 0), plainStyle, 140);
    assert.lengthOf(screen.match(/verified \(implementation open\) /g) ?? [], 3);
    assert.match(screen, /and 100 more contracts, verified/);
    assert.match(screen, /120 contracts: 117 verified, 3 verified \(implementation open\)\./);
  });

  it("should list the files of a dry run only if verbose", () => {
    const submitted = [{ ...MINIMAL_SUBMISSION, sent: false, verificationId: null }];
    const contracts = manyContracts(3).map((each) => ({ ...each, outcome: "dry-run" as const, submitted }));
    const screen = renderBatch(reportOf(contracts, 0), plainStyle, 100);
    assert.lengthOf(screen.match(/Would send +4 files/g) ?? [], 3);
    assert.notInclude(screen, "MathLib.sol");
    assert.include(renderBatch(reportOf(contracts, 0), plainStyle, 100, true), "MathLib.sol");
  });

  it("should never make a frame wider or higher than the screen, and count what doesn't fit", () => {
    const many = manyContracts(60);
    const running = [begun(many), ...many.slice(0, 20).map((_, index) => startedAt(index))];
    const frame = batchFrame(stateAfter(running), { nowMs: 1_000, columns: 80, rows: 8, style: plainStyle });
    assert.match(frame, /and 16 more\n {2}40 waiting$/);
    const slow: BatchEvent = { type: "slowed-down", host: "h".repeat(300), waitMs: 9_000 };
    for (const events of [[], EVENTS, running, [...running, slow]]) {
      const state = stateAfter(events);
      for (const columns of [1, 20, 30, 80, 200]) {
        for (const rows of [1, 2, 3, 8, 24, 100]) {
          const lines = batchFrame(state, { nowMs: 1_000, columns, rows, style: plainStyle }).split("\n");
          assert.isAtMost(lines.length, Math.max(rows - 1, 1));
          for (const line of lines) assert.isBelow([...line].length, Math.max(columns, 20), line);
        }
      }
    }
  });

  it("should report a service's missing compilers once, however many contracts need them", () => {
    const versions = ["0.4.24+commit.e67f0147", "0.6.12+commit.27d51765", "0.8.9+commit.e5eed63a"];
    const screen = (lacking: readonly string[]) => {
      const contracts = manyContracts(40).map((contract, index) =>
        uncompiled(contract, lacking[index % lacking.length] ?? assert.fail(), index),
      );
      return renderBatch(reportOf(contracts, 1), plainStyle, 80).split("\n\n").slice(0, 2).join("\n\n");
    };
    expectGolden("reports/batch-compilers-missing.terminal", `${screen(versions)}\n`);
    const [oneOfAll = ""] = versions;
    assert.include(screen([oneOfAll]), `No compiler ${oneOfAll} is configured`);
    assert.notInclude(screen([oneOfAll]), "Needed");
  });

  it("should report an outage once for all requests, with the command to retry first", () => {
    const next = "npx hardhat verify-contract deployments --network testnet";
    const contracts = manyContracts(3).map((contract, index): ContractReport => {
      const facts = [
        ["Asked", `GET https://sourcify.dev/server/v2/contract/296/${index}`],
        [["Found dead", "Tries", "Status"][index] ?? "", String(index)],
      ] as const;
      const error = problemOf("VC401", { facts, next });
      return { ...unmatched(contract), outcome: "unavailable", error };
    });
    const screen = renderBatch(reportOf(contracts, 3), plainStyle, 80);
    assert.lengthOf(screen.match(/VC401/gi) ?? [], 2, "the block, and the last line");
    assert.match(
      screen,
      /^\? 3 contracts: 3 can't tell\. .*\n(?: .*\n)* {2}Try: npx hardhat verify-contract deployments/,
    );
    assert.lengthOf(screen.match(/Try:/g) ?? [], 1);
    assert.notInclude(screen, "Found dead");
    assert.match(screen.split("\n").at(-1) ?? "", /^Docs: /);
  });

  it("should not state how many contracts run at once if no node responds", () => {
    const [line] = linesOf([begun(SHARD.contracts, { concurrency: 0 })]);
    assert.notInclude(line, "at once");
  });

  it("should name a contract by its build or stored name if its record has only the address", () => {
    const contracts = manyContracts(2).map((contract, index) => ({
      ...contract,
      deployments: [{ tool: "manifest" as const, name: addressOf(index).toLowerCase(), file: "all.yaml" }],
    }));
    for (const width of [60, 80, 120]) assert.match(tableOf(reportOf(contracts, 0), width), /^✔ Contract0 /m);
    const [known = assert.fail()] = contracts;
    const relation = { whose: "others", storedAs: "src/Pool.sol:Pool", roles: [] } as const;
    const ofOthers = { ...known, contract: null, outcome: "of-others" as const, relation };
    assert.match(tableOf(reportOf([ofOthers], 0), 80), /^\S Pool /m);
  });

  it("should keep addresses aligned if names become known late, or if a proxy adds a longer name", () => {
    const [contract = assert.fail()] = manyContracts(1);
    const address = addressOf(0);
    const ended = (index: number, name: string): BatchEvent => {
      const found = contract.contract && { ...contract.contract, name };
      return { type: "ended", index, report: { ...contract, contract: found } };
    };
    const lines = linesOf([
      begun([], { contracts: ["alpha", "hedera"].map((network) => ({ name: address, address, network })) }),
      ended(0, "Vault"),
      { type: "started", index: 2, contract: { name: "A long implementation", address, network: "hedera" } },
      ended(1, "Sixteen-columns!"),
    ]);
    const columns = lines.slice(1).map((line) => line.indexOf(address));
    assert.equal(columns[1], columns[0], lines.join("\n"));
  });

  it("should show the contracts' links, combined if they differ only in the address", () => {
    const links = (urls: readonly string[]) => tableOf(reportOf(urls.map(withLink), 0), 80);
    const alike = links([0, 1].map((index) => `https://hashscan.io/testnet/contract/${addressOf(index)}`));
    assert.match(alike, /Link: +https:\/\/hashscan.io\/testnet\/contract\/<address>/);
    const others = links(["https://a.example/1", "https://b.example/2"]);
    assert.include(others, "    https://a.example/1\n");
    assert.include(others, "    https://b.example/2\n");
    assert.include(others, "Chain: testnet (chain 296)");
  });
});

function tableOf(report: Report, width: number): string {
  const blocks = renderBatch(report, plainStyle, width).split("\n\n");
  return blocks.find((block) => /^ {2}Name/.test(block)) ?? assert.fail();
}

function unmatched(contract: ContractReport): ContractReport {
  return { ...contract, match: null, claims: [], checks: [] };
}

function withLink(url: string, index: number): ContractReport {
  const [contract = assert.fail()] = manyContracts(index + 1).slice(index);
  return { ...contract, links: [{ label: "sources", url }] };
}

function jobIdOf(index: number): string {
  return `${JOB_ID.slice(0, -4)}${index.toString(16).padStart(4, "0")}`;
}

/** The local service's error if it has seventeen other compilers. */
function uncompiled(contract: ContractReport, compilerVersion: string, index: number): ContractReport {
  const verificationId = jobIdOf(index);
  const others = Array.from({ length: 17 }, (_, patch) => `0.8.${patch + 10}`).join(", ");
  const said = `No compiler ${compilerVersion} is configured. Available: ${others}. Add it to the project's compilers, and start the local services again.`;
  const found = { ...(contract.contract ?? assert.fail()), compilerVersion };
  const error = problemOf("VC405", {
    facts: [
      ["Contract", found.identifier],
      ["Verification id", verificationId],
      ["Service said", "compiler_error: Compiler error"],
      ["Compiler", said],
    ],
    next: installCompiler(compilerVersion.split("+")[0] ?? ""),
  });
  return { ...unmatched(contract), contract: found, outcome: "rejected", verificationId, error };
}
