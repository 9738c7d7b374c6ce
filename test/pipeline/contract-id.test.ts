import { assert } from "chai";
import { idToLongZero } from "../../src/internal/domain/contract-addresses.ts";
import { queryAnswer, record } from "../helpers/pipeline/answers.ts";
import { ADDRESS, deployedChain } from "../helpers/pipeline/deployed.ts";
import { factIn, runPipeline } from "../helpers/pipeline/world.ts";
import { QUERY_CONTRACT } from "../helpers/services/examples.ts";
import { json } from "../helpers/services/fault-server.ts";

const ID = QUERY_CONTRACT.contract_id;
const NUMBER = idToLongZero(ID) ?? assert.fail();

describe("pipeline - a Hedera contract's id", () => {
  const check = async (target: string, codeAtNumber: "same" | "other" | "none") => {
    const chain = deployedChain();
    const code = await chain.code(ADDRESS, new AbortController().signal);
    if (codeAtNumber !== "none") chain.deploy(NUMBER, codeAtNumber === "same" ? code : "0x6001600255", 1);
    const { report, exitCode } = await runPipeline({
      chain,
      target,
      script: { record: [json(200, { ...Object(record()), chainId: "296" })], query: [queryAnswer()] },
      request: { action: "check" },
      ports: { chainId: 296 },
    });
    return { report, result: [report.outcome, report.error?.code, exitCode] };
  };

  for (const target of [ID, NUMBER, ADDRESS]) {
    it(`should be refuted if the node has other code at the contract's number: ${target}`, async () => {
      const { report, result } = await check(target, "other");
      assert.deepEqual(result, ["check-failed", "VC412", 1]);
      assert.equal(report.claims?.find(({ id }) => id === "identity")?.state, "refuted");
      assert.match(factIn(report, target === ADDRESS ? "query-address" : "identity") ?? "", /different code/);
    });

    for (const code of ["same", "none"] as const)
      it(`should be accepted: ${target}, ${code} code at the contract's number`, async () => {
        const { result } = await check(target, code);
        assert.deepEqual(result, ["already-verified", undefined, 0]);
      });
  }
});
