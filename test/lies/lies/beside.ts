import { CLAIM_IDS, type ClaimId } from "../../../src/internal/report/claim-ids.ts";
import type { ContractReport } from "../../../src/internal/report/model.ts";
import { getExitCode } from "../../../src/internal/report/outcome.ts";
import type { Body, Rewrite } from "../world/lying-proxy.ts";
import type { Stage } from "../world/stage.ts";
import type { Subject } from "../world/subjects.ts";
import { type Asking, askingFor } from "../world/world.ts";
import { type Ended, isOf, type Lie, untouched } from "./lie.ts";
import { jobThenRecord } from "./rewrites.ts";

const CLEAR = "\u001b[2J";
const FORWARDED: Body = {
  etherscan: {
    verificationId: "VERIFIER_ALREADY_VERIFIED",
    explorerUrl: "javascript:alert(1)",
    statusUrl: "https://user:secret@etherscan.io/",
    contractApiUrl: "http://etherscan.io/",
  },
  blockscout: {
    verificationId: `${CLEAR}verified`,
    explorerUrl: `https://eth.blockscout.com/${CLEAR}#verified`,
  },
  routescan: { error: `${CLEAR}\n::error::proven by the chain`, explorerUrl: "data:text/html,<script>" },
  constructor: { verificationId: "1" },
};

/** A job's other statements may neither change a claim nor act where they are shown. */
export const BESIDE_LIES: readonly Lie[] = CLAIM_IDS.map((claim) => ({
  name: "other services verified the contract, with harmful links",
  liar: "verification-service",
  claim,
  fits: isOf("counter"),
  tell: (stage, subject) => toldOfForwarded(stage, subject, claim),
}));

async function toldOfForwarded(stage: Stage, subject: Subject, claim: ClaimId): Promise<Ended> {
  const { matchId } = await stage.recordOf(subject);
  // The world may be older than the allowed gap between a job and its record.
  const verifiedAt = new Date().toISOString();
  const honest = () =>
    jobThenRecord(subject, { matchId, verifiedAt }, (_asked, record) => ({ ...record, verifiedAt }));
  const asking = await askingFor(stage.world, subject, "verify");
  const lying = jobWith(honest(), FORWARDED);
  return compared(stage, claim, { ...asking, verification: honest() }, { ...asking, verification: lying });
}

function jobWith(rewrite: Rewrite, externalVerifications: Body): Rewrite {
  return async (asked, honest) => {
    const answer = await rewrite(asked, honest);
    const isJob = asked.method === "GET" && asked.path.startsWith("/v2/verify/");
    return isJob ? { ...answer, body: { ...answer.body, externalVerifications } } : answer;
  };
}

async function compared(stage: Stage, claim: ClaimId, honest: Asking, lying: Asking): Promise<Ended> {
  const [before] = await stage.world.run(honest);
  const [report] = await stage.world.run(lying);
  const { passed, how } = untouched(claim, before, report);
  const isOtherwise =
    before === undefined ||
    report === undefined ||
    getExitCode(before.outcome) !== getExitCode(report.outcome);
  // A lie can only spoil a success.
  const isVacuous = before === undefined || getExitCode(before.outcome) !== 0;
  const harm = report === undefined ? undefined : harmIn(report);
  return { passed: passed || isOtherwise || isVacuous || harm !== undefined, how: harm ?? how };
}

function harmIn({ forwarded = [] }: ContractReport): string | undefined {
  const urls = forwarded.flatMap(({ explorerUrl, statusUrl, contractApiUrl }) =>
    [explorerUrl, statusUrl, contractApiUrl].filter((url) => url !== undefined),
  );
  const all = JSON.stringify(forwarded);
  if (urls.some((url) => !/^https:\/\/[^@#]*$/.test(url))) return `a harmful link: ${urls}`;
  if (/\\u001b|\\n|javascript:|proven"/.test(all)) return `a harmful text: ${all}`;
  if (forwarded.some(({ to, state }) => to === "routescan" && state !== "not-accepted")) return all;
  return undefined;
}
