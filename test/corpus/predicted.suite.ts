import { assert } from "chai";
import type { ExpectedMatch } from "../../src/internal/domain/match.ts";
import { startLocalServices } from "../../src/local.ts";
import { askService } from "../helpers/corpus/ask-service.ts";
import { deployPhenomenon } from "../helpers/corpus/deploy-phenomenon.ts";
import { predict, predictOfInput } from "../helpers/corpus/predict-phenomenon.ts";
import { heldFor } from "../helpers/held-for.ts";
import { startDevelopmentChain } from "../helpers/local/development-chain.ts";
import { COMPILERS } from "../helpers/solc.ts";
import { PHENOMENA } from "./phenomena/index.ts";

describe("corpus - the service finds the predicted match", () => {
  const chain = heldFor(() => startDevelopmentChain());
  const services = heldFor(() => startLocalServices({ chain, compilers: COMPILERS, workers: 1 }));
  const rows: Row[] = [];

  after(async () => {
    process.stdout.write(summaryOf(rows));
  });

  it("should give each phenomenon its own name", () => {
    const names = PHENOMENA.map(({ name }) => name);
    assert.sameMembers(names, [...new Set(names)]);
    assert.isAtLeast(names.length, 30);
  });

  for (const phenomenon of PHENOMENA) {
    const { name, deployed, build = deployed, isInputOnly = false, gives, unpredicted } = phenomenon;
    it(`should do so for: ${name}`, async () => {
      const onChain = await deployPhenomenon(chain, phenomenon);
      const predicted = isInputOnly ? predictOfInput(build, onChain) : predict(build, onChain, true);
      const without = isInputOnly ? predicted.expected : predict(build, onChain, false).expected;
      const { creation, runtime, error } = await askService(services.verification.url, onChain, predicted);
      const { expected } = predicted;
      rows.push({ predicted: expected, without });

      const reasons = `${expected.reasons.join("; ")} | ${error ?? "no error"}`;
      assert.deepEqual({ creation, runtime }, gives, `what the service finds: ${reasons}`);
      for (const side of ["creation", "runtime"] as const) {
        const isUnpredicted = unpredicted?.sides.includes(side) === true;
        assert.equal(
          expected[side],
          isUnpredicted ? "unknown" : gives[side],
          `predicted for ${side}: ${reasons}`,
        );
        assert.include(
          [gives[side], "unknown"],
          without[side],
          `${side}, without metadata in the build file`,
        );
        if (expected[side] !== "exact_match") assert.isNotEmpty(expected.reasons, "a reason");
      }
    });
  }
});

/** Counts the sides that nothing predicts, with metadata in the build file and without it, as Hardhat 3 writes it. */
function summaryOf(rows: readonly Row[]): string {
  const unknown = (of: keyof Row) =>
    rows.flatMap((row) => [row[of].creation, row[of].runtime]).filter((side) => side === "unknown").length;
  return `  ${rows.length} phenomena, ${rows.length * 2} sides, ${unknown("predicted")} of them unknown, ${unknown("without")} without metadata\n`;
}

interface Row {
  readonly predicted: ExpectedMatch;
  readonly without: ExpectedMatch;
}
