import { assert } from "chai";
import { type LocalServices, startLocalServices } from "../../src/local.ts";
import { askService } from "../helpers/corpus/ask-service.ts";
import { COMPILERS } from "../helpers/corpus/compile-program.ts";
import { deployPhenomenon } from "../helpers/corpus/deploy-phenomenon.ts";
import { predict, predictOfInput } from "../helpers/corpus/predict-phenomenon.ts";
import { printTable, type Row } from "../helpers/corpus/print-table.ts";
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
