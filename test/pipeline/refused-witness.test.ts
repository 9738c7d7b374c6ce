import { setTimeout as sleep } from "node:timers/promises";
import { assert } from "chai";
import { QueryService } from "../../src/internal/services/query/query-service.ts";
import { matchedJob, NOT_VERIFIED, queryAnswer, stored } from "../helpers/pipeline/answers.ts";
import { runPipeline, statusIn } from "../helpers/pipeline/world.ts";
import { refused, type Script } from "../helpers/scripted-service.ts";
import { type Behaviour, refuseAtFirst } from "../helpers/services/fault-server.ts";

const RETRY = { attempts: 3, minDelayMs: 200, maxDelayMs: 200 };

const slowly =
  (behaviour: Behaviour, ms: number): Behaviour =>
  (request, response) => {
    setTimeout(() => behaviour(request, response), ms);
  };

const WORKING = { record: [NOT_VERIFIED, stored()], job: [slowly(matchedJob(), 800)] };

async function runWith(url: string, script: Script = WORKING, onSubmitting: () => void = () => {}) {
  const happened: string[] = [];
  const query = new QueryService({ url, retry: RETRY, onRetry: () => happened.push("retry") });
  const { report, exitCode } = await runPipeline({
    script,
    ports: { query },
    onProgress: ({ type }) => {
      happened.push(type);
      if (type === "submitting") onSubmitting();
    },
  });
  return { report, exitCode, happened };
}

describe("pipeline - a query service that refuses connections", () => {
  it("should be asked once before the submission, and again while the service compiles", async () => {
    await using witness = await refuseAtFirst();
    const { report, exitCode, happened } = await runWith(witness.url);
    assert.equal(exitCode, 0, JSON.stringify(report.error));
    assert.equal(statusIn(report, "runtime-code-query"), "unknown");
    const retriesIn = (types: readonly string[]) => types.filter((type) => type === "retry").length;
    const [sentAt, endedAt] = [happened.indexOf("submitting"), happened.indexOf("job-ended")];
    // The first of the later question may come at once.
    assert.isAtMost(retriesIn(happened.slice(0, sentAt)), 1);
    assert.isAtLeast(retriesIn(happened.slice(sentAt, endedAt)), 1);
    assert.equal(retriesIn(happened.slice(0, endedAt)), RETRY.attempts - 1);
  });

  it("should be a witness if it comes up before the service has compiled", async () => {
    await using witness = await refuseAtFirst(queryAnswer());
    let opened: Promise<void> | undefined;
    const { report, exitCode } = await runWith(witness.url, WORKING, () => {
      opened = witness.open();
    });
    await opened;
    assert.equal(exitCode, 0, JSON.stringify(report.error));
    assert.equal(statusIn(report, "runtime-code-query"), "passed");
  });

  it("should not be asked after the run has ended", async () => {
    await using witness = await refuseAtFirst();
    const script = { ...WORKING, submit: [refused(400, "missing_parameter")] };
    const { exitCode, happened } = await runWith(witness.url, script);
    assert.notEqual(exitCode, 0);
    const events = happened.length;
    await sleep(450);
    assert.lengthOf(happened, events);
  });
});
