import { assert } from "chai";
import type { ExpectedSideMatch } from "../../src/internal/domain/match.ts";
import { type LocalServices, startLocalServices } from "../../src/local.ts";
import { askService } from "../helpers/corpus/ask-service.ts";
import { COMPILERS } from "../helpers/corpus/compile-program.ts";
import { deployPhenomenon } from "../helpers/corpus/deploy-phenomenon.ts";
import { predict, predictOfInput } from "../helpers/corpus/predict-phenomenon.ts";
import { type DevelopmentChain, startDevelopmentChain } from "../helpers/local/development-chain.ts";
import { PHENOMENA } from "./phenomena/index.ts";

describe("corpus - the match that is predicted is the one that the service finds", () => {
  let chain: DevelopmentChain;
  let services: LocalServices;
  const rows: Row[] = [];

  before(async () => {
    chain = await startDevelopmentChain();
    services = await startLocalServices({
      chain: { rpcUrl: chain.rpcUrl },
      compilers: COMPILERS,
      workers: 1,
    });
  });
  after(async () => {
    await services.close();
    await chain.close();
    if (rows.length > 0) printTable(rows);
  });

  it("should have phenomena of different names", () => {
    const names = PHENOMENA.map(({ name }) => name);
    assert.sameMembers(names, [...new Set(names)]);
    assert.isAtLeast(names.length, 30);
  });

  for (const phenomenon of PHENOMENA) {
    const { name, deployed, build = deployed, isInputOnly = false, gives, unpredicted } = phenomenon;
    it(`should predict: ${name}`, async () => {
      const onChain = await deployPhenomenon(chain, phenomenon);
      const predicted = isInputOnly ? predictOfInput(build, onChain) : predict(build, onChain, true);
      const without = isInputOnly ? predicted.expected : predict(build, onChain, false).expected;
      const { creation, runtime, sent, error } = await askService(
        services.verification.url,
        onChain,
        predicted,
      );
      const { expected } = predicted;
      rows.push({ phenomenon: name, predicted: expected, without, service: { creation, runtime }, sent });

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

interface Row {
  readonly phenomenon: string;
  readonly predicted: { readonly creation: ExpectedSideMatch; readonly runtime: ExpectedSideMatch };
  /** The prediction from a build file without metadata, as Hardhat 3 writes it. */
  readonly without: { readonly creation: ExpectedSideMatch; readonly runtime: ExpectedSideMatch };
  readonly service: { readonly creation: ExpectedSideMatch; readonly runtime: ExpectedSideMatch };
  readonly sent: string;
}

const LETTER: Readonly<Record<ExpectedSideMatch, string>> = {
  exact_match: "E",
  match: "M",
  none: "–",
  unknown: "?",
};

function printTable(rows: readonly Row[]): void {
  const width = Math.max(...rows.map(({ phenomenon }) => phenomenon.length));
  const line = (name: string, predicted: string, without: string, service: string, sent: string) =>
    `  ${name.padEnd(width)}  ${predicted.padEnd(12)}  ${without.padEnd(16)}  ${service.padEnd(11)}  ${sent}`;
  const letters = ({ creation, runtime }: Row["predicted"]) => `${LETTER[creation]} / ${LETTER[runtime]}`;
  const unknown = (of: "predicted" | "without") =>
    rows.flatMap((row) => [row[of].creation, row[of].runtime]).filter((side) => side === "unknown").length;
  // biome-ignore lint/suspicious/noConsole: the table is the suite's result
  console.log(
    [
      "",
      line("phenomenon", "predicted C/R", "without metadata", "service C/R", "sources"),
      ...rows.map((row) =>
        line(row.phenomenon, letters(row.predicted), letters(row.without), letters(row.service), row.sent),
      ),
      "",
      `  ${rows.length} phenomena, ${rows.length * 2} sides, ${unknown("predicted")} of them unknown, ${unknown("without")} without metadata`,
      "  E exact match, M match, – none, ? unknown",
    ].join("\n"),
  );
}
