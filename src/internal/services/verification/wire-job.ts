import * as z from "zod";
import { betterMatch } from "../../domain/match.ts";
import type { Forwarded, ForwardedTo, Job, JobError, MatchSummary } from "../../domain/record.ts";
import { optional, word } from "../../domain/wire.ts";
import { cleanLines, cleanText } from "../../text/clean-text.ts";
import { withHexPrefix } from "../../text/hex-prefix.ts";
import { isObject, withoutUndefined } from "../../text/is-object.ts";
import { anySpelling, matchShape } from "./wire-match.ts";

const wireVerificationId = z
  .string()
  .regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i, "expected a UUID")
  .transform((id) => id.toLowerCase());

export const wireSubmitted = z.object({ verificationId: wireVerificationId });

/** An invalid code is dropped, so it doesn't hide the failure. */
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

/** A service may include the contract of an unfinished or failed job, with or without matches. */
const wireContract = optional(
  anySpelling(
    z
      .object({ ...matchShape, match: matchShape.match.optional() })
      .transform((contract) => withoutUndefined(contract)),
  ),
);

/** Timestamps without an offset are ambiguous. */
const zonedTime = z.iso.datetime({ offset: true }).transform((text) => new Date(text));

/** The services to which Sourcify's server 3.12.1 forwards verified contracts. */
const SERVICES: readonly ForwardedTo[] = ["etherscan", "blockscout", "routescan"];

/** Sent instead of an id if the other service had already verified the contract (Sourcify's server 3.12.1). */
const ALREADY_VERIFIED = "VERIFIER_ALREADY_VERIFIED";

/** Ids are GUIDs, hashes or words. */
const ID = /^[\w.-]{1,128}$/;
const MAX_REASON_LENGTH = 300;
const MAX_URL_LENGTH = 2000;

/** Nothing depends on `externalVerifications`, so the job is valid whatever this field contains. */
const wireForwarded = z.unknown().transform((value): readonly Forwarded[] | undefined => {
  if (!isObject(value)) return undefined;
  const known = SERVICES.flatMap((to) => (Object.hasOwn(value, to) ? parseForwarded(to, value[to]) : []));
  return known.length === 0 ? undefined : known;
});

function parseForwarded(to: ForwardedTo, value: unknown): readonly Forwarded[] {
  if (!isObject(value)) return [];
  const { verificationId, error } = value;
  // An id together with an error doesn't count as success.
  if (typeof error === "string" && error !== "") {
    const reason = cleanText(error, MAX_REASON_LENGTH);
    return [{ to, state: "not-accepted", ...(reason === "" ? {} : { reason }) }];
  }
  if (typeof verificationId !== "string" || verificationId === "") return [];
  const links = {
    explorerUrl: httpsUrl(value.explorerUrl),
    statusUrl: httpsUrl(value.statusUrl),
    contractApiUrl: httpsUrl(value.contractApiUrl),
  };
  if (verificationId === ALREADY_VERIFIED)
    return [withoutUndefined({ to, state: "already-verified" as const, ...links })];
  const id = ID.test(verificationId) ? verificationId : undefined;
  return [withoutUndefined({ to, state: "accepted" as const, verificationId: id, ...links })];
}

function httpsUrl(value: unknown): string | undefined {
  if (typeof value !== "string" || value.length > MAX_URL_LENGTH) return undefined;
  const url = URL.parse(value);
  if (url === null || url.protocol !== "https:" || url.username !== "" || url.password !== "")
    return undefined;
  url.hash = "";
  return url.href.length > MAX_URL_LENGTH ? undefined : url.href;
}

/** Rejects anything but the three known forms, especially a success without a match. */
export const wireJob = z
  .object({
    isJobCompleted: z.boolean(),
    verificationId: wireVerificationId,
    compilationTime: optional(milliseconds).catch(undefined),
    jobFinishTime: optional(zonedTime).catch(undefined),
    contract: wireContract,
    error: wireError.nullish(),
    externalVerifications: wireForwarded.optional(),
  })
  .transform((job, context): Job => {
    const { verificationId, contract, error, jobFinishTime: finishedAt } = job;
    const named = { verificationId, contract };
    if (!job.isJobCompleted) return withoutUndefined({ ...named, state: "pending" as const });
    if (error) return withoutUndefined({ ...named, state: "failed" as const, error, finishedAt });
    if (!isMatch(contract)) {
      context.addIssue({ code: "custom", message: "a completed job with neither a match nor an error" });
      return z.NEVER;
    }
    return withoutUndefined({
      state: "matched" as const,
      verificationId,
      contract,
      finishedAt,
      compilationTimeMs: job.compilationTime,
      forwarded: job.externalVerifications,
    });
  });

/** `match` must equal the better of the two sides' matches. */
function isMatch(contract: Partial<MatchSummary> | undefined): contract is MatchSummary {
  const { match, creationMatch, runtimeMatch } = contract ?? {};
  if (match == null) return false;
  const sides = [creationMatch, runtimeMatch];
  if (sides.includes(undefined)) return match === "exact_match" || !sides.includes("exact_match");
  return match === betterMatch(...sides);
}
