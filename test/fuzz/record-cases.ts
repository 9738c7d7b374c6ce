import fc from "fast-check";
import type { VerifyRequest } from "../../src/internal/pipeline/request.ts";
import type { ContractReport } from "../../src/internal/report/model.ts";
import { NO_MATCH } from "../helpers/services/examples.ts";
import { VERIFICATION_ID } from "../helpers/services/quick.ts";
import { type Answer, answersLike, type Base, shown, whole } from "./answers.ts";
import type { Loopback, Script } from "./loopback.ts";
import { verifyIn } from "./verify-in.ts";
import type { World } from "./worlds.ts";

/** A run that ends with the changed record. */
export interface RecordCase {
  readonly world: World;
  readonly answer: Answer;
  /** The record before the submission. */
  readonly before: "the same" | "nothing" | "the true record";
  readonly withoutState: boolean;
  readonly request: Pick<VerifyRequest, "requirement" | "force">;
}

const requests = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.constant({
      requirement: { minMatch: "match", requireCreation: false },
      force: false,
    } as const),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      requirement: fc.record({
        minMatch: fc.constantFrom("match" as const, "exact_match" as const),
        requireCreation: fc.boolean(),
      }),
      force: fc.boolean(),
    }),
  },
);

export function recordCases(
  worlds: readonly World[],
  basesOf: (world: World) => readonly Base[],
): fc.Arbitrary<RecordCase> {
  return fc.oneof(
    ...worlds.map((world) =>
      fc.record({
        world: fc.constant(world),
        answer: answersLike(basesOf(world)),
        before: fc.constantFrom("the same" as const, "nothing" as const, "the true record" as const),
        withoutState: fc.nat(4).map((number) => number === 4),
        request: requests,
      }),
    ),
  );
}

export function runRecordCase(loopback: Loopback, it: RecordCase): Promise<ContractReport> {
  const { world, answer, before, withoutState, request } = it;
  return verifyIn(world, loopback, { script: recordScript(world, answer, before), withoutState, request });
}

/** Everything is honest except the record. */
export function recordScript(
  { record, chainId, address }: World,
  answer: Answer,
  before: RecordCase["before"],
): Script {
  const { match, creationMatch, runtimeMatch } = record;
  const contract = { ...NO_MATCH, chainId: String(chainId), address };
  return {
    submit: () => whole(202, { verificationId: VERIFICATION_ID }),
    job: () =>
      whole(200, {
        isJobCompleted: true,
        verificationId: VERIFICATION_ID,
        contract: { ...contract, match, creationMatch, runtimeMatch },
      }),
    record: (count) => {
      if (count > 0 || before === "the same") return answer;
      return before === "nothing" ? whole(404, contract) : whole(200, record);
    },
  };
}

export function showRecordCase({ world, answer, before, withoutState, request }: RecordCase): string {
  return `${world.name}, before: ${before}, ${withoutState ? "a pruned node, " : ""}${JSON.stringify(request)}: ${shown(answer)}`;
}
