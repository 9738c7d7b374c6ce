import { CLAIM_IDS, type ClaimId } from "../../../src/internal/report/claim-ids.ts";
import type { ContractReport } from "../../../src/internal/report/model.ts";
import { type Journal, MATCHED } from "../../../src/internal/submission/journal.ts";
import type { Stage } from "../world/stage.ts";
import type { Subject } from "../world/subjects.ts";
import { type Asking, askingFor } from "../world/world.ts";
import { type Ended, isOne, type Lie, toldProvenIn, untouched } from "./lie.ts";

const LIAR = "journal";

/** The journal's result of the job that it assigns to an input. */
const ENDS = { matched: MATCHED, "not ended": undefined, failed: "no_match" } as const;

async function jobOf(stage: Stage, asking: Asking): Promise<string> {
  let job: string | undefined;
  const journal: Journal = {
    lookUp: () => Promise.resolve(undefined),
    note: (_key, event) => {
      if (event.event === "accepted") job = event.verificationId;
      return Promise.resolve();
    },
  };
  await stage.world.run({ ...asking, ports: { journal } });
  if (job === undefined) throw new Error("Nothing was submitted.");
  return job;
}

function lyingJournal(verificationId: string, result: string | undefined): Journal {
  const earlier = { kind: "job", verificationId, result, at: new Date() } as const;
  return { lookUp: () => Promise.resolve(earlier), note: () => Promise.resolve() };
}

type Runs = readonly [before: ContractReport | undefined, lying: ContractReport | undefined];

/** One run per result; every claim is judged by it. */
const runs = new WeakMap<Stage, Map<string, Promise<Runs>>>();

async function otherContract(
  stage: Stage,
  subject: Subject,
  claim: ClaimId,
  result: string | undefined,
): Promise<Ended> {
  const known = runs.get(stage) ?? new Map<string, Promise<Runs>>();
  runs.set(stage, known);
  const run = known.get(String(result)) ?? runWithOther(stage, subject, result);
  known.set(String(result), run);
  return untouched(claim, ...(await run));
}

/** The journal assigns another contract's job to this input. The record is judged anyway. */
async function runWithOther(stage: Stage, subject: Subject, result: string | undefined): Promise<Runs> {
  const { world, evil } = stage;
  const other = await evil.fresh(stage.otherThan(subject));
  const job = await jobOf(stage, await askingFor(world, other, "verify"));
  const asking = await askingFor(world, await evil.fresh(subject), "verify");
  const [before] = await world.run(await askingFor(world, subject, "check"));
  const ports = { journal: lyingJournal(job, result) };
  const [lying] = await world.run({ ...asking, ports, deadlineMs: 4000 });
  return [before, lying];
}

/** The twin's input gets the job of other sources, which don't match exactly. */
async function otherInput(stage: Stage, { compiler }: Subject, result: string | undefined): Promise<Ended> {
  const { world, evil } = stage;
  const twin = stage.subject(compiler, "twin");
  const counter = stage.subject(compiler, "counter");
  const fresh = await evil.fresh(twin);
  const job = await jobOf(stage, await askingFor(world, { ...fresh, compiled: counter.compiled }, "verify"));
  return toldProvenIn(stage, "sources", {
    ...(await askingFor(world, fresh, "verify")),
    // The stored record isn't enough, so the run follows the journal.
    request: { requirement: { minMatch: "exact_match", requireCreation: false } },
    ports: { journal: lyingJournal(job, result) },
    deadlineMs: 4000,
  });
}

export const JOURNAL_LIES: readonly Lie[] = Object.entries(ENDS).flatMap(([name, result]) => [
  ...CLAIM_IDS.map(
    (claim): Lie => ({
      name: `another contract's job, ${name}: ${claim}`,
      liar: LIAR,
      claim,
      catches: ["another-job"],
      fits: isOne("named"),
      tell: (stage, subject) => otherContract(stage, subject, claim, result),
    }),
  ),
  {
    name: `the job of other sources, ${name}`,
    liar: LIAR,
    claim: "sources",
    catches: ["another-job"],
    fits: isOne("named"),
    tell: (stage, subject) => otherInput(stage, subject, result),
  } satisfies Lie,
]);
