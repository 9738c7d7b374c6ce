import { assert } from "chai";
import { type CheckRule, type Finding, failed, passed } from "../../src/internal/cross-check/check.ts";
import { CHECKS } from "../../src/internal/cross-check/checks/index.ts";
import { runChecks, runClaims } from "../../src/internal/cross-check/run-checks.ts";
import type { Check } from "../../src/internal/report/model.ts";
import { evidenceOf, set, withBody } from "../helpers/cross-check/one-check.ts";

const plain = evidenceOf("plain");
const long = "a".repeat(1000);

function found(run: () => Finding): Check | undefined {
  const rule: CheckRule = { id: "a-rule", subject: "a", witnesses: [], proves: "a", run };
  return runChecks(plain, [rule])[0];
}

function throwError(): never {
  throw new Error("out of luck");
}

describe("cross-check - running the checks", () => {
  it("should shorten a long value from a service, and keep a short one", () => {
    assert.equal(found(() => passed(long))?.actual, `${"a".repeat(200)}…`);
    for (const short of ["abc", "a".repeat(200)]) assert.equal(found(() => passed(short))?.actual, short);
  });

  it("should show where two long values differ", () => {
    const { expected = "", actual = "" } = found(() => failed(`${long}b`, `${long}c`)) ?? {};
    assert.match(expected, /^….{0,198}b$/);
    assert.match(actual, /^….{0,198}c$/);
  });

  it("should report a rule that throws as unknown", () =>
    assert.deepInclude(found(throwError), {
      status: "unknown",
      reason: "the check failed to run: out of luck",
    }));

  it("should leave the claim open if its check throws, unless another check refutes it", () => {
    const crash = (id: string, evidence = plain) => {
      const rules = CHECKS.map((rule) => (rule.id === id ? { ...rule, run: throwError } : rule));
      return runClaims(evidence, runChecks(evidence, rules));
    };
    for (const { id, claim = "record" } of CHECKS) {
      const judged = crash(id).find((each) => each.id === claim);
      assert.deepInclude(judged, {
        state: "open",
        reason: `${id}: the check failed to run: out of luck`,
        closing: "none",
      });
    }
    const false_ = withBody("plain", set("address", `0x${"12".repeat(20)}`));
    assert.equal(crash("match-claim", false_).find(({ id }) => id === "record")?.state, "refuted");
  });

  it("should not compare the recompiled code of a side without a match on record", () => {
    const evidence = withBody("plain", (body) => {
      body.creationMatch = null;
      body.creationBytecode.recompiledBytecode = null;
    });
    const statuses = runChecks(evidence)
      .filter(({ id }) => id === "recompiled-code" || id === "record-references")
      .map(({ status }) => status);
    assert.deepEqual(statuses, ["passed", "passed"]);
  });
});
