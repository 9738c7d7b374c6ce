import * as z from "zod";
import type { Job, JobError, MatchSummary } from "../../domain/record.ts";
import { cleanLines, cleanText } from "../../text/clean-text.ts";
import { withHexPrefix } from "../../text/hex-prefix.ts";
import { objectOf, optional, withoutUndefined, word } from "../wire/primitives.ts";
import { wireForwarded } from "./wire-forwarded.ts";
import { matchShape } from "./wire-match.ts";

const wireVerificationId = z
  .string()
  .regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i, "expected a UUID")
  .transform((id) => id.toLowerCase());

export const wireSubmitted = z.object({ verificationId: wireVerificationId });

/** The codes only explain a failure, so an invalid one is dropped and does not hide the failure. */
const explainingCode = optional(
  z
    .string()
    .regex(/^(?:0x)?[0-9a-f]+$/i)
    .transform(withHexPrefix),
).catch(undefined);

const compilerError = z.union([
  z.string(),
  z
    .object({ formattedMessage: optional(z.string()), message: optional(z.string()) })
    .transform(({ formattedMessage, message }) => formattedMessage ?? message ?? ""),
]);

const wireError = z
  .object({
    customCode: word,
    message: z.string().transform((text) => cleanText(text, 2000)),
    errorId: optional(word),
    recompiledCreationCode: explainingCode,
    recompiledRuntimeCode: explainingCode,
    onchainCreationCode: explainingCode,
    onchainRuntimeCode: explainingCode,
    creationTransactionHash: explainingCode,
    errorData: z
      .object({
        compilerErrors: z
          .array(compilerError)
          .nullish()
          .transform((errors) => errors?.map((text) => cleanLines(text)).filter((text) => text !== ""))
          .catch(undefined),
        compilerErrorMessage: z
          .string()
          .nullish()
          .transform((text) => (text ? cleanLines(text) : undefined))
          .catch(undefined),
      })
      .nullish()
      .catch(undefined),
  })
  .transform(({ errorData, ...error }): JobError => {
    const { compilerErrors, compilerErrorMessage } = errorData ?? {};
    return withoutUndefined({ ...error, compilerErrors, compilerErrorMessage });
  });

const milliseconds = z.union([
  z.number(),
  z
    .string()
    .regex(/^\d+(\.\d+)?$/)
    .transform(Number),
]);

/** A job in one of the three known forms. Anything else is rejected, above all a success without a match. */
export const wireJob = z
  .object({
    isJobCompleted: z.boolean(),
    verificationId: wireVerificationId,
    compilationTime: optional(milliseconds).catch(undefined),
    contract: objectOf(matchShape),
    error: wireError.nullish(),
    externalVerifications: wireForwarded.optional(),
  })
  .transform((job, context): Job => {
    const { verificationId, contract, error, compilationTime, externalVerifications: forwarded } = job;
    if (!job.isJobCompleted) return { state: "pending", verificationId, contract };
    if (error) return { state: "failed", verificationId, contract, error };
    if (contract.match === null || contract.match !== betterOf(contract)) {
      context.addIssue({ code: "custom", message: "a completed job with neither a match nor an error" });
      return z.NEVER;
    }
    return {
      state: "matched",
      verificationId,
      contract,
      ...(compilationTime === undefined ? {} : { compilationTimeMs: compilationTime }),
      ...(forwarded === undefined ? {} : { forwarded }),
    };
  });

/** `match` is the better of the two sides; a job that says otherwise contradicts itself. */
function betterOf({ creationMatch, runtimeMatch }: MatchSummary): MatchSummary["match"] {
  if (creationMatch === "exact_match" || runtimeMatch === "exact_match") return "exact_match";
  return creationMatch ?? runtimeMatch;
}
