import { readFileSync } from "node:fs";

import { HARDHAT_WORDS } from "../../../src/internal/hosts/hardhat3/words.ts";
import { makeReport } from "../../../src/internal/pipeline/make-report.ts";
import { CLAIM_IDS, type ClaimId } from "../../../src/internal/report/claim-ids.ts";
import { mergeReports } from "../../../src/internal/report/merge-reports.ts";
import { reportReader } from "../../../src/internal/report/read-report.ts";
import type { Body } from "../world/lying-proxy.ts";
import type { Stage } from "../world/stage.ts";
import type { Subject } from "../world/subjects.ts";
import { askingFor, CHAIN_ID } from "../world/world.ts";
import type { Ended, Lie } from "./lie.ts";

const SCHEMA = JSON.parse(
  readFileSync(new URL("../../../schemas/verify-contract-1.schema.json", import.meta.url), "utf8"),
);
const read = reportReader(SCHEMA);

function claimOf(contract: Body, id: ClaimId): Body {
  return contract.claims.find((claim: Body) => claim.id === id);
}

const NEEDED: readonly ClaimId[] = ["runtime-code", "sources", "libraries", "record"];

/** Reports that no run writes. */
const OF_CLAIM: Readonly<Record<string, (contract: Body, claim: ClaimId) => void>> = {
  "a refuted claim that is verified": (contract, id) =>
    Object.assign(claimOf(contract, id), { state: "refuted", reason: "it differs" }),
  "a claim that was refuted, and the failed check with it": (contract, id) => {
    Object.assign(claimOf(contract, id), { state: "refuted", reason: "it differs" });
    contract.checks[0].status = "failed";
  },
};
const OF_NEEDED: Readonly<Record<string, (contract: Body, claim: ClaimId) => void>> = {
  "an open claim that is verified": (contract, id) =>
    Object.assign(claimOf(contract, id), { state: "open", witnesses: [], reason: "it is not known" }),
  "a missing claim that is verified": (contract, id) => {
    contract.claims = contract.claims.filter((claim: Body) => claim.id !== id);
  },
};
const OF_RECORD: Readonly<Record<string, (contract: Body, report: Body) => void>> = {
  "verified without a match": (contract) => Object.assign(contract, { match: null }),
  "verified without an address": (contract) => Object.assign(contract.target, { address: null }),
  "verified without a network": (_contract, report) => Object.assign(report, { network: null }),
  "verified with a verdict that is refuted": (contract) => Object.assign(contract, { verdict: "refuted" }),
  "verified with a verdict that is not proven": (contract) =>
    Object.assign(contract, { verdict: "not-proven" }),
  "verified without a check that passed": (contract) => Object.assign(contract, { checks: [] }),
  "a summary of more contracts": (_contract, report) => Object.assign(report.summary, { total: 7 }),
};

/** Passes where the reports are merged to a success. */
async function merged(
  stage: Stage,
  subject: Subject,
  change: (contract: Body, report: Body) => void,
): Promise<Ended> {
  const contracts = await stage.world.run(await askingFor(stage.world, subject, "check"));
  const moment = new Date();
  const honest = makeReport({
    startedAt: moment,
    finishedAt: moment,
    network: { name: "lies", chainId: CHAIN_ID },
    services: { verification: null, query: null, status: null },
    contracts,
  });
  const report: Body = JSON.parse(JSON.stringify(honest));
  change(report.contracts[0], report);
  try {
    const { exitCode } = mergeReports([read("one.json", report)], honest.tool, HARDHAT_WORDS);
    return { passed: exitCode === 0, how: `merged, exit code ${exitCode}` };
  } catch (error) {
    return { passed: false, how: `${(error as { code?: string }).code}: ${error}` };
  }
}

const isOne = ({ kind, compiler }: Subject): boolean => kind === "named" && compiler === "0.8.28";

function lieOf(name: string, claim: ClaimId, change: (contract: Body, report: Body) => void): Lie {
  return {
    name,
    liar: "merged-report",
    claim,
    catches: ["contradicting-report"],
    fits: isOne,
    tell: (stage, subject) => merged(stage, subject, change),
  };
}

export const MERGED_REPORT_LIES: readonly Lie[] = [
  ...CLAIM_IDS.flatMap((claim) =>
    Object.entries(OF_CLAIM).map(([name, change]) =>
      lieOf(`${name}: ${claim}`, claim, (contract) => change(contract, claim)),
    ),
  ),
  ...NEEDED.flatMap((claim) =>
    Object.entries(OF_NEEDED).map(([name, change]) =>
      lieOf(`${name}: ${claim}`, claim, (contract) => change(contract, claim)),
    ),
  ),
  {
    ...lieOf("a forgery in which everything agrees", "record", (contract) => {
      contract.target.address = `0x${"11".repeat(20)}`;
    }),
    catches: [],
    limit: "forged-report",
  },
  ...Object.entries(OF_RECORD).map(([name, change]) => lieOf(name, "record", change)),
];
