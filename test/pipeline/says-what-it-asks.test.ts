import { assert } from "chai";
import { activityWords } from "../../src/internal/render/terminal/waiting.ts";
import {
  ACCEPTED,
  matchedJob,
  NOT_VERIFIED,
  queryAnswer,
  runPipeline,
  stored,
} from "../helpers/pipeline/world.ts";
import type { Behaviour } from "../helpers/services/fault-server.ts";

describe("pipeline - the activity shown on screen", () => {
  it("should name each request while it is made", async () => {
    const asked: string[] = [];
    let doing = activityWords(undefined);
    const noted =
      (what: string, answer: Behaviour): Behaviour =>
      (request, response) => {
        asked.push(`${what}: ${doing}`);
        answer(request, response);
      };
    const { report } = await runPipeline({
      target: "0.0.5001",
      script: {
        record: [noted("stored", NOT_VERIFIED), noted("record", stored("exact_match"))],
        query: [noted("query", queryAnswer())],
        submit: [noted("submission", ACCEPTED)],
        job: [noted("job", matchedJob("exact_match", "exact_match"))],
      },
      onProgress: (event) => {
        doing = activityWords(event)
          .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/, "<id>")
          .replace(/http\S+/, "<url>");
      },
    });
    assert.equal(report.outcome, "verified", JSON.stringify(report.error));
    assert.includeMembers(asked, [
      "query: asking the query service for the contract id",
      "stored: asking the verification service what is stored",
      "job: waiting for job <id>",
      "record: reading the record",
    ]);
    assert.match(
      asked.find((line) => line.startsWith("submission")) ?? "",
      /: submitting 1 file, .* to <url>$/,
    );
    assert.equal(
      asked.findLast((line) => line.startsWith("query")),
      "query: checking",
    );
  });
});
