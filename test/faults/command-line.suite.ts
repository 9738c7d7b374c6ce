import { assert } from "chai";
import pLimit from "p-limit";
import type { ContractReport, Report } from "../../src/report.ts";
import { type JsonRun, only, verify, verifyJson } from "../helpers/cli.ts";
import { deploy } from "../helpers/deploy.ts";
import { fixtureProject, type Project } from "../helpers/project.ts";
import { theWorld, type World } from "../helpers/world.ts";
import { FAULTS, isGarbled, isOfTheAddress } from "./faults.ts";
import { type WholeFault, wholeService } from "./faulty.ts";
import { EXPLAINING_MS } from "./rows.ts";

/** Who has the fault, whatever it is asked. */
const FAULTY = ["verification service", "query service", "chain RPC"] as const;
type FaultyService = (typeof FAULTY)[number];

interface FaultyRun {
  readonly service: FaultyService;
  readonly fault: WholeFault;
}

/** How a command line ended, and what was seen of it from outside. */
interface Ended {
  readonly run: JsonRun;
  readonly deadlineMs: number;
  readonly elapsedMs: number;
  /** Requests to which the fault was the answer. */
  readonly faults: number;
  /** Connections to the origin that a redirect names. */
  readonly elsewhere: number;
  /** Whether the verification service has a record in the end. */
  readonly isStored: boolean;
}

/** Runs the real command line with one fault that stays, everything else being real. */
async function runCommand(
  { service, fault }: FaultyRun,
  { services, chain }: World,
  project: Project,
  address: string,
): Promise<Ended> {
  await using faulty = await wholeService(fault);
  const urlOf = (of: FaultyService, sound: string): string => (of === service ? faulty.url : sound);
  const deadlineS = deadlineOf(service, fault);
  const startedAt = performance.now();
  const run = await verifyJson(project, [address, "--timeout", String(deadlineS)], {
    config: {
      verification: { url: urlOf("verification service", services.verification.url) },
      query: { url: urlOf("query service", services.query.url) },
      status: { url: services.status.url },
      retry: {
        ...{ attempts: 3, minDelayMs: 5, maxDelayMs: 50, requestTimeoutMs: 3000 },
        ...{ pollIntervalMs: 100, maxPollIntervalMs: 200 },
      },
    },
    env: { RPC_URL: urlOf("chain RPC", chain.rpcUrl) },
  });
  const elapsedMs = Math.round(performance.now() - startedAt);
  const stored = await fetch(`${services.verification.url}/v2/contract/${services.chainId}/${address}`);
  return {
    run,
    deadlineMs: deadlineS * 1000,
    elapsedMs,
    faults: faulty.journal.length,
    elsewhere: faulty.elsewhere(),
    isStored: stored.status === 200,
  };
}

/** Seconds. A node that does not answer is waited for until then; reading megabytes has to end before. */
function deadlineOf(service: FaultyService, fault: WholeFault): number {
  return service === "chain RPC" && fault !== "200 MB of body" ? 5 : 20;
}

/** Milliseconds for all runs, and how many there are at once. */
const ALL_MS = 600_000;
const AT_ONCE = 4;
/** Milliseconds that Hardhat may take to start and to end, with as many at once. */
const STARTING_MS = 15_000;
/** Of a report; what a service sends may be much more. */
const MOST_CHARACTERS = 100_000;

/**
 * A whole service that is frozen is one that never answers, and one that has no job is not killed in mid-job: the matrix
 * has both.
 */
const RUN = FAULTS.filter((fault) => fault !== "frozen" && fault !== "killed in mid-job");

/**
 * The code that each run has to end with, and undefined for one that ends well; else the outcome is `unavailable` and the
 * exit code 3, but for a URL at which there is no such service.
 */
function codeOf(service: FaultyService, fault: WholeFault): string | undefined {
  switch (service) {
    case "verification service":
      if (fault === "something else answers" || fault === "redirect elsewhere") return "VC415";
      return isGarbled(fault) ? "VC406" : "VC401";
    // What is needed is proven without it; what only it knows is said to be open.
    case "query service":
      return undefined;
    case "chain RPC":
      return "VC302";
  }
}

interface Case extends FaultyRun {
  ended: Ended | undefined;
  error: unknown;
}

const cases: readonly Case[] = FAULTY.flatMap((service) =>
  RUN.map((fault) => ({ service, fault, ended: undefined, error: undefined })),
);

describe("the fault matrix, by the command line", () => {
  before(async function () {
    this.timeout(ALL_MS);
    const world = await theWorld();
    const project = await fixtureProject("many-contracts");
    const artifact = await project.artifact("contracts/Counter.sol", "Counter");
    // Hundreds of megabytes keep a processor busy, and so come last and alone.
    const isLarge = ({ fault }: Case): boolean => fault === "200 MB of body";
    await atOnce(AT_ONCE, (each) => !isLarge(each));
    await atOnce(1, isLarge);

    async function atOnce(most: number, isMeant: (each: Case) => boolean): Promise<void> {
      const limit = pLimit(most);
      const running: Promise<void>[] = [];
      for (const each of cases.filter(isMeant)) {
        // One at a time, for a transaction takes the account's next nonce.
        const { address } = await deploy(world.chain, artifact);
        running.push(limit(() => fill(each, world, project, address)));
      }
      await Promise.all(running);
    }
  });

  after(() => {
    process.stdout.write(`\n${table()}\n`);
  });

  for (const each of cases) {
    const { service, fault } = each;
    it(`${service}, ${fault}: ${codeOf(service, fault) ?? "verified"}`, () => {
      if (each.error !== undefined) throw each.error;
      if (each.ended === undefined) throw new Error("It did not run.");
      assertEnd(each, each.ended);
    });
  }

  it("something else answers for the query service, a contract id: VC503", async () => {
    await using faulty = await wholeService("something else answers");
    const { services } = await theWorld();
    const { url } = services.verification;
    const project = await fixtureProject("many-contracts");
    const { report, exitCode } = await verifyJson(project, ["0.0.5001"], {
      config: { verification: { url }, query: { url: faulty.url } },
    });
    assert.equal(report.error?.code, "VC503", JSON.stringify(report.error));
    assert.equal(exitCode, 2);
    assert.lengthOf(faulty.journal, 2, "the contract, and a second route");
  });

  it("something else answers for the status service, verify-contract status: VC604", async () => {
    await using faulty = await wholeService("something else answers");
    const project = await fixtureProject("many-contracts");
    const { stdout, exitCode } = await verify(project, ["status", "--json"], {
      config: { status: { url: faulty.url } },
    });
    assert.equal(JSON.parse(stdout).error?.code, "VC604", stdout);
    assert.equal(exitCode, 2);
    assert.lengthOf(faulty.journal, 2, "the summary, and a second route");
  });
});

async function fill(each: Case, world: World, project: Project, address: string): Promise<void> {
  try {
    each.ended = await runCommand(each, world, project, address);
  } catch (error) {
    each.error = error ?? new Error("It threw nothing.");
  }
}

function assertEnd({ service, fault }: Case, ended: Ended): void {
  const { run, deadlineMs, elapsedMs, faults, elsewhere, isStored } = ended;
  const { report, exitCode, stderr } = run;
  const { outcome, error } = endOf(report);
  const said = JSON.stringify({ outcome, error }).slice(0, 2000);
  const code = codeOf(service, fault);
  const isWrongUse = code === "VC415";
  const isGood = code === undefined;
  // Waiting does not mend an answer of the wrong form.
  const isMalformed = code === "VC406" && fault === "wrong JSON type";
  const lost = isMalformed ? "not-proven" : "unavailable";
  assert.equal(outcome, isWrongUse ? undefined : isGood ? "verified" : lost, said);
  assert.equal(error?.code, code, said);
  assert.equal(exitCode, isWrongUse ? 2 : isGood ? 0 : isMalformed ? 1 : 3);
  assert.isBelow(run.stdout.length, MOST_CHARACTERS, "characters of the report");
  assert.notMatch(stderr, /^\s+at .+:\d+:\d+\)?$/m, "a stack trace");

  const inReportMs = Date.parse(report.finishedAt) - Date.parse(report.startedAt);
  assert.isBelow(inReportMs, deadlineMs + EXPLAINING_MS);
  assert.isBelow(elapsedMs, deadlineMs + EXPLAINING_MS + STARTING_MS);

  if (!isOfTheAddress(fault)) assert.isAtLeast(faults, 1, "the fault did not happen");
  assert.equal(elsewhere, 0, "connections to the origin of the redirect");
  assert.equal(isStored, service === "query service", "stored by the verification service");
  if (isWrongUse || isGood || isMalformed) return;
  assert.isTrue(
    error?.facts.some(({ label }) => label === "Status page"),
    "explained by the status service",
  );
}

/** Of the one contract, or of the run where that was wrong use. */
function endOf(report: Report): Partial<Pick<ContractReport, "outcome" | "error">> {
  return report.error === undefined ? only(report) : { error: report.error };
}

function table(): string {
  const lines = RUN.map((fault) => [
    fault.padEnd(Math.max(...RUN.map(({ length }) => length))),
    ...FAULTY.map((service) => wordOf(service, fault).padEnd(service.length)),
  ]);
  const head = ["".padEnd(lines[0]?.[0]?.length ?? 0), ...FAULTY];
  const slowestMs = Math.max(...cases.map(({ ended }) => ended?.elapsedMs ?? 0));
  return [
    ...[head, ...lines].map((line) => line.join("  ").trimEnd()),
    "",
    `${FAULTY.length} x ${RUN.length} runs of the command line; the slowest took ${(slowestMs / 1000).toFixed(1)} s`,
  ].join("\n");
}

/** With `!` where something about the run is not as it has to be. */
function wordOf(service: FaultyService, fault: WholeFault): string {
  const each = cases.find((it) => it.service === service && it.fault === fault);
  if (each?.ended === undefined) return "failed!";
  const { outcome, error } = endOf(each.ended.run.report);
  const said = `${error?.code ?? outcome}, exit ${each.ended.run.exitCode}`;
  try {
    assertEnd(each, each.ended);
    return said;
  } catch {
    return `${said}!`;
  }
}
