import { assert } from "chai";
import type { Problem } from "../../src/internal/errors/problem.ts";
import { HostBreaker } from "../../src/internal/services/http/hosts.ts";
import { VerificationService } from "../../src/internal/services/verification/verification-service.ts";
import { expectGolden } from "../helpers/golden.ts";
import { runPipeline } from "../helpers/pipeline/world.ts";
import { problemScreen } from "../helpers/problem-screen.ts";
import { deadUrl, notLoopback } from "../helpers/services/fault-server.ts";
import { QUICK } from "../helpers/services/quick.ts";

describe("pipeline - a host that is down after another contract's requests", () => {
  it("should say when the host was found dead, and count no tries if it sent nothing", async () => {
    const url = notLoopback(await deadUrl());
    const breaker = new HostBreaker();
    const ports = { verification: new VerificationService({ url, breaker, ...QUICK }) };
    const first = await runPipeline({ ports });
    assert.equal(first.report.error?.code, "VC401");
    assert.deepEqual(labelsOf(first), ["Asked", "Reason", "Tries"]);

    const second = await runPipeline({ ports });
    assert.deepEqual([second.exitCode, second.report.error?.code], [3, "VC401"]);
    assert.deepEqual(labelsOf(second), ["Asked", "Reason", "Found dead"]);
    if (second.report.error === undefined) return;
    const screen = problemScreen(second.report.error as Problem)
      .replace(/\d+\.\d s ago/, "0.4 s ago")
      .replace(/0\.0\.0\.0:\d+/g, "127.0.0.1:5555")
      .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/, "2026-11-21T14:00:00Z");
    expectGolden("outcomes/host-found-dead.txt", screen);
  });

  it("should suggest starting the local services if none listens on a development chain", async () => {
    const ports = { verification: new VerificationService({ url: await deadUrl() }) };
    const local = await runPipeline({ ports: { ...ports, chainId: 31337 } });
    assert.deepEqual(factsOf(local).find(({ label }) => label === "Tries")?.value, "1");
    assert.match(
      local.report.error?.next ?? "",
      /^start the local services in another terminal: .*verify-contract serve .*--verification-port \d+$/,
    );
    const elsewhere = await runPipeline({ ports: { ...ports, chainId: 11155111 } });
    assert.match(
      elsewhere.report.error?.next ?? "",
      /^is the service running\? Start it, then run the command again: .*0x/,
    );
  });
});

type Ended = Pick<Awaited<ReturnType<typeof runPipeline>>, "report">;

function factsOf({ report }: Ended): Problem["facts"] {
  return report.error?.facts ?? [];
}

function labelsOf({ report }: Ended): readonly string[] {
  return factsOf({ report }).map(({ label }) => label);
}
