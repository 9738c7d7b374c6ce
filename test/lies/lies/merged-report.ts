import { CLAIM_IDS, type ClaimId } from "../../../src/internal/report/claim-ids.ts";
import { mergeReports } from "../../../src/internal/report/merge-reports.ts";
import { createReport } from "../../../src/internal/report/outcome.ts";
import { readReport } from "../../../src/internal/report/read-report.ts";
import type { Body } from "../world/lying-proxy.ts";
import type { Stage } from "../world/stage.ts";
import type { Subject } from "../world/subjects.ts";
import { askingFor, CHAIN_ID } from "../world/world.ts";
import { type Ended, isOne, type Lie } from "./lie.ts";

const PLAN = "0123456789abcdef";

/** A green report of another run that replaces the red report of a shard, or poses as a further shard. */
const OTHER_RUNS: Readonly<Record<string, (report: Body) => void>> = {
  "a later run of the same shard": (report) => {
    report.shard.index = 1;
    report.finishedAt = new Date(Date.parse(report.finishedAt) + 60_000).toISOString();
  },
  "an empty report": (report) => Object.assign(report, { shard: null, contracts: [] }),
  "a run without shards": (report) => Object.assign(report, { shard: null }),
  "a shard that read no deployments": (report) => Object.assign(report.shard, { plan: null }),
  "a shard of other contracts": (report) => Object.assign(report.shard, { plan: PLAN.replace("0", "f") }),
  "a dry run": (report) => Object.assign(report.shard, { options: ["--dry-run"] }),
  "a run that demands less": (report) => Object.assign(report.shard, { options: ["--min-match match"] }),
  "another CI run": (report) => Object.assign(report.shard, { run: "GITHUB_RUN_ID=2" }),
  "another command": (report) => Object.assign(report, { command: "deployments" }),
  "another version": (report) => Object.assign(report.tool, { version: "0.0.1" }),
  "another commit": (report) => Object.assign(report, { source: { commit: "f".repeat(40), dirty: false } }),
  "another chain": (report) => Object.assign(report.network, { chainId: 1 }),
  "another service": (report) => Object.assign(report.services, { verification: "https://other.example" }),
};

/** Two shards of one run; the first one refutes a claim. */
async function shardsOf(stage: Stage, subject: Subject, claim: ClaimId): Promise<readonly [Body, Body]> {
  const contracts = await stage.world.run(await askingFor(stage.world, subject, "check"));
  const moment = new Date();
  const honest = createReport({
    command: "check",
    source: { commit: "0".repeat(40), dirty: false },
    startedAt: moment,
    finishedAt: moment,
    network: { name: "lies", chainId: CHAIN_ID },
    services: { verification: null, query: null, status: null },
    shard: { index: 2, count: 2, plan: PLAN, options: [], run: "GITHUB_RUN_ID=1" },
    contracts,
  });
  const red: Body = JSON.parse(JSON.stringify(honest));
  red.shard.index = 1;
  const [contract] = red.contracts;
  contract.outcome = "check-failed";
  const refuted = contract.claims.find(({ id }: Body) => id === claim);
  Object.assign(refuted, { state: "refuted", reason: "it differs" });
  return [red, JSON.parse(JSON.stringify(honest))];
}

/** Believed if the merged report no longer fails. */
function merged(...reports: readonly [Body, ...Body[]]): Ended {
  const [first, ...others] = reports.map((report, index) => readReport(`${index}.json`, report));
  if (first === undefined) throw new Error("no report");
  try {
    const { exitCode } = mergeReports([first, ...others]);
    return { passed: exitCode === 0 || exitCode === 3, how: `merged, exit code ${exitCode}` };
  } catch (error) {
    return { passed: false, how: `${(error as { code?: string }).code}: ${error}` };
  }
}

export const MERGED_REPORT_LIES: readonly Lie[] = [
  ...CLAIM_IDS.flatMap((claim) =>
    Object.entries(OTHER_RUNS).map(
      ([name, change]): Lie => ({
        name: `${name} beside a refuted claim: ${claim}`,
        liar: "merged-report",
        claim,
        catches: ["other-run"],
        fits: isOne("named"),
        tell: async (stage, subject) => {
          const [red, green] = await shardsOf(stage, subject, claim);
          const control = merged({ ...green, shard: { ...green.shard, index: 1 } }, green);
          if (!control.passed) throw new Error(`two honest shards: ${control.how}`);
          change(green);
          return merged(red, green);
        },
      }),
    ),
  ),
  {
    name: "an edited report in which everything agrees",
    liar: "merged-report",
    claim: "record",
    limit: "forged-report",
    fits: isOne("named"),
    tell: async (stage, subject) => {
      const [, green] = await shardsOf(stage, subject, "record");
      green.contracts[0].target.address = `0x${"11".repeat(20)}`;
      return merged({ ...green, shard: { ...green.shard, index: 1 } }, green);
    },
  },
];
