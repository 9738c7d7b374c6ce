import { assert } from "chai";
import type { Ports } from "../../src/internal/pipeline/ports.ts";
import { contractVerdict } from "../../src/internal/render/words/verdict.ts";
import type { ContractReport } from "../../src/internal/report/model.ts";
import { getExitCode } from "../../src/internal/report/outcome.ts";
import { FakeChain } from "../helpers/fake-chain.ts";
import { matchedJob, NOT_VERIFIED, stored } from "../helpers/pipeline/answers.ts";
import { deployedChain } from "../helpers/pipeline/deployed.ts";
import { verifyAll } from "../helpers/pipeline/verify-all.ts";
import { factIn, NO_JOURNAL, type Setting, withPorts } from "../helpers/pipeline/world.ts";
import { VERIFICATION_ID } from "../helpers/services/quick.ts";

const JOURNAL = { ...NO_JOURNAL, place: "/tmp/cache/verify-contract/20260302.jsonl" };
const SCRIPT = { record: [NOT_VERIFIED, stored()], job: [matchedJob()] };

function boom(): never {
  throw new TypeError("undefined is not a\u001b[2J function");
}

describe("pipeline - an unexpected error", () => {
  it("should end the contract with an error code, and list what was sent", async () => {
    const [report = assert.fail()] = await runAll({ ports: { journal: JOURNAL } }, ({ verification }) => {
      if (verification !== undefined) verification.job = boom;
    });
    assert.deepEqual([report.outcome, getExitCode(report.outcome)], ["not-proven", 1]);
    assert.equal(report.error?.code, "VC999");
    assert.equal(factIn(report, "Error"), "TypeError: undefined is not a function");
    assert.include(factIn(report, "Sent"), `job ${VERIFICATION_ID}`);
    assert.deepEqual([factIn(report, "Journal"), report.verificationId], [JOURNAL.place, VERIFICATION_ID]);
    assert.match(
      report.error?.next ?? "",
      /^report it with the complete message$|^report it with this message: https:\/\/.*\/issues$/,
    );
    assert.include(contractVerdict(report).text, "unexpected error");
  });

  it("should name the source location, without a path on this machine", async () => {
    const [report = assert.fail()] = await runAll({
      ports: { clock: { elapsedMs: () => performance.now(), now: boom } },
    });
    assert.equal(report.error?.code, "VC999");
    assert.match(factIn(report, "Where") ?? "", /^internal\/pipeline\/\S+\.ts:\d+/);
    assert.notInclude(JSON.stringify(report), process.cwd());
  });

  it("should end only its own contract", async () => {
    const broken = new FakeChain(31337);
    broken.code = boom;
    const chain = deployedChain();
    // One answer for both, because either may read the record first.
    const reports = await withPorts({ script: { record: [stored()] }, chain }, (ports, request) =>
      verifyAll([request, request], ports, {
        startTurn: (index) => ({
          ports: index === 0 ? { ...ports, chain: broken } : ports,
          [Symbol.dispose]: () => {},
        }),
      }),
    );
    const found = reports.map(({ outcome, error }) => [outcome, error?.code]);
    assert.deepEqual(found, [
      ["not-proven", "VC999"],
      ["already-verified", undefined],
    ]);
  });

  function runAll(
    setting: Setting,
    change: (ports: Ports) => void = () => {},
  ): Promise<readonly ContractReport[]> {
    return withPorts({ script: SCRIPT, ...setting }, (ports, request) => {
      change(ports);
      return verifyAll([request], ports);
    });
  }
});
