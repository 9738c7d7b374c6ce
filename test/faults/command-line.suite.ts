import { assert } from "chai";
import type { Problem } from "../../src/report.ts";
import { verify, verifyJson } from "../helpers/cli.ts";
import { deploy } from "../helpers/deploy.ts";
import { fixtureProject } from "../helpers/project.ts";
import { theWorld } from "../helpers/world.ts";
import { type WholeFault, wholeService } from "./faulty.ts";
import { EXPLAINING_MS } from "./rows.ts";

type FaultyService = "verification service" | "query service" | "chain RPC";

/** One fault per way to end; the matrix covers the rest. The last number is the run's deadline in seconds. */
const CASES: readonly (readonly [
  FaultyService,
  WholeFault,
  code: string | undefined,
  exit: number,
  number,
])[] = [
  ["verification service", "never answers", "VC401", 3, 20],
  ["verification service", "truncated JSON", "VC406", 3, 20],
  ["verification service", "wrong JSON type", "VC406", 1, 20],
  ["verification service", "redirect elsewhere", "VC415", 2, 20],
  // The needed claims are proven without it; the others stay open.
  ["query service", "200 MB of body", undefined, 0, 20],
  // The run waits for a silent node until the deadline.
  ["chain RPC", "never answers", "VC302", 3, 5],
];

/** Time for Hardhat to start and exit. */
const STARTING_MS = 15_000;
/** Limit for a report; a service may send much more. */
const MOST_CHARACTERS = 100_000;

describe("faults - on the command line", () => {
  for (const [service, fault, code, exit, deadlineS] of CASES)
    it(`${service}, ${fault}: ${code ?? "verified"}`, async () => {
      const { services, chain } = await theWorld();
      const project = await fixtureProject("many-contracts");
      const { address } = await deploy(chain, await project.artifact("contracts/Counter.sol", "Counter"));
      await using faulty = await wholeService(fault);
      const urlOf = (of: FaultyService, sound: string) => (of === service ? faulty.url : sound);
      const startedAt = performance.now();
      const { report, exitCode, stdout, stderr } = await verifyJson(
        project,
        [address, "--timeout", String(deadlineS)],
        {
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
        },
      );
      const elapsedMs = performance.now() - startedAt;
      const error: Problem | undefined = report.error ?? report.contracts[0]?.error;
      assert.equal(error?.code, code, JSON.stringify(error)?.slice(0, 2000));
      assert.equal(exitCode, exit);
      assert.isBelow(stdout.length, MOST_CHARACTERS, "characters of the report");
      assert.notMatch(stderr, /^\s+at .+:\d+:\d+\)?$/m, "a stack trace");
      const inReportMs = Date.parse(report.finishedAt) - Date.parse(report.startedAt);
      assert.isBelow(inReportMs, deadlineS * 1000 + EXPLAINING_MS);
      assert.isBelow(elapsedMs, deadlineS * 1000 + EXPLAINING_MS + STARTING_MS);
      assert.isAtLeast(faulty.journal.length, 1, "the fault did not happen");
      assert.equal(faulty.elsewhere(), 0, "connections to the origin of the redirect");
      const stored = await fetch(`${services.verification.url}/v2/contract/${services.chainId}/${address}`);
      assert.equal(stored.status === 200, exit === 0, "stored by the verification service");
      if (exit === 3)
        assert.isTrue(
          error?.facts.some(({ label }) => label === "Status page"),
          "explained by the status service",
        );
    });

  it("should report another server in place of the status service: VC604", async () => {
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
