import { CATALOGUE, type ErrorCode } from "../../errors/catalogue.ts";
import { VerifyContractError } from "../../errors/problem.ts";
import { ServiceError } from "../../services/service-error.ts";
import { cleanText } from "../../text/clean-text.ts";
import type { RecordedNodeError, RecordedServiceError, Thrown } from "../schema.ts";

/** A text of a file, which anybody may have written. */
const LONGEST = 2000;
const clean = (text: string): string => cleanText(text, LONGEST);

export function replayedServiceError({
  message,
  hostDeadSince,
  ...fields
}: RecordedServiceError): ServiceError {
  const { reason, serviceMessage, customCode, ...rest } = fields;
  return new ServiceError(clean(message), {
    ...(rest as Omit<ServiceError, "reason">),
    reason: clean(reason),
    ...(serviceMessage === undefined ? {} : { serviceMessage: clean(serviceMessage) }),
    ...(customCode === undefined ? {} : { customCode: clean(customCode) }),
    ...(hostDeadSince === undefined ? {} : { hostDeadSince: new Date(hostDeadSince) }),
  });
}

export function replayedNodeError({ message, code, service, cause }: RecordedNodeError): Error {
  if (service !== undefined) return replayedServiceError(service);
  const error = new Error(message, cause === undefined ? undefined : { cause: replayedNodeError(cause) });
  return code === undefined ? error : Object.assign(error, { code });
}

/** @returns undefined for a code that this version does not know. */
export function replayedThrown({
  code,
  values,
  facts,
  likely,
  next,
}: Thrown): VerifyContractError | undefined {
  if (!Object.hasOwn(CATALOGUE, code)) return undefined;
  return new VerifyContractError(code as ErrorCode, {
    ...(values === undefined ? {} : { values }),
    facts: facts?.map(([label, value]) => [clean(label), clean(value)] as const) ?? [],
    likely: likely === undefined ? undefined : clean(likely),
    next,
  });
}
