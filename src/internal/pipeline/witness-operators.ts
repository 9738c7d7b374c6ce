import { type OperatorOf, operatorsOf } from "../domain/operators.ts";
import { WITNESSES } from "../domain/witness.ts";
import type { Check, ContractReport } from "../report/model.ts";
import type { Ports } from "./ports.ts";

/** Who runs each witness of a run. */
export function operatorOfWitness({
  chainId,
  operators,
  query,
  verification,
}: Pick<Ports, "chainId" | "operators" | "query" | "verification">): OperatorOf {
  return operatorsOf({
    chainId,
    urls: {
      chain: operators?.urls.node ?? null,
      ...(query === undefined ? {} : { "query service": operators?.urls.query ?? query.url }),
      ...(verification === undefined ? {} : { record: operators?.urls.verification ?? verification.url }),
    },
    configured: operators?.names ?? {},
  });
}

/** The witnesses that passed or failed a check, each with its operator. */
export function heardWitnesses(
  checks: readonly Check[],
  operatorOf: OperatorOf,
): NonNullable<ContractReport["witnesses"]> {
  const decided = checks.filter(({ status }) => status === "passed" || status === "failed");
  const heard = new Set(decided.flatMap(({ witnesses }) => witnesses));
  return WITNESSES.filter((witness) => heard.has(witness)).map((witness) => ({
    witness,
    operator: operatorOf(witness),
  }));
}
