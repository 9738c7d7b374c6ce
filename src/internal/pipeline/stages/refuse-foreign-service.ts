import type { ServiceKey } from "../../errors/host-words.ts";
import { checkUrl, configure } from "../../errors/next-step.ts";
import { type ErrorCode, VerifyContractError } from "../../errors/problem.ts";
import { NEEDS_HTTPS } from "../../services/http/failures.ts";
import type { CallOptions } from "../../services/http/http-client.ts";
import { ServiceError, type ServiceName } from "../../services/service-error.ts";
import { isUnsupportedChain, NO_JOB } from "../../services/verification/verification-service.ts";
import { hasSent, type Run } from "../run.ts";

/** The path prefix is not part of the base URL. */
const WRONG: Readonly<
  Record<Exclude<ServiceName, "node" | "explorer">, readonly [ErrorCode, ServiceKey, string]>
> = {
  "verification service": ["VC415", "verification", "/v2"],
  "query service": ["VC503", "query", "/api/v1"],
  "status service": ["VC604", "status", "/api/v2"],
};

/**
 * The URL is wrong if a different program responds on two routes; on a single route, the response could be an ingress
 * error page. Default URLs are assumed to be correct, but even a default service may not support the chain, unless it
 * has already started a job.
 */
export async function refuseForeignService(run: Run, error: unknown): Promise<void> {
  const { verification, query, configured, signal } = run.ports;
  if (!(error instanceof ServiceError) || signal.aborted) return;
  const isOfChain = error.service === "verification service" && isUnsupportedChain(error.customCode);
  if (isOfChain && run.findings.verificationId === null) throw unsupportedChain(run, error);
  if (configured?.has(error.service) !== true || hasSent(run.findings)) return;
  const refuse = (url: string, second: SecondRequest) => refuseForeign(url, second, error, signal);
  if (error.service === "verification service" && verification !== undefined)
    await refuse(verification.url, (options) => verification.job(NO_JOB, options));
  else if (error.service === "query service" && query !== undefined)
    await refuse(query.url, (options) => query.block(0, options));
}

/** A request to a route other than the one that failed. */
type SecondRequest = (options: CallOptions) => Promise<unknown>;

/** @throws VerifyContractError VC415, VC503, VC604 */
export async function refuseForeign(
  url: string,
  second: SecondRequest,
  error: ServiceError,
  signal: AbortSignal,
): Promise<void> {
  if (error.service === "node" || error.service === "explorer") return;
  // A server that returns an error code but lacks this route is a different service, not an ingress.
  const hasOwnCode = error.status === 404 && error.customCode !== undefined;
  const isWrong =
    error.isForeign === true && (hasOwnCode || (await second({ signal }).then(() => false, isForeign)));
  if (!isWrong) return;
  const [code, key, prefix] = WRONG[error.service];
  throw new VerifyContractError(code, {
    values: { url },
    facts: [
      ["Asked", `${error.method} ${error.url}`],
      ["Status", error.status === undefined ? undefined : String(error.status)],
      ["It said", error.serviceMessage],
      // The service's message makes a reason redundant. A redirect has no message.
      ["Reason", error.serviceMessage === undefined ? error.reason : undefined],
    ],
    likely: error.reason.endsWith(NEEDS_HTTPS) ? NEEDS_HTTPS : explainPath(url, prefix, error),
    next: checkUrl(key),
    cause: error,
  });
}

/** A missing response proves nothing. */
function isForeign(error: unknown): boolean {
  return error instanceof ServiceError && error.isForeign === true;
}

function unsupportedChain({ ports }: Run, error: ServiceError): VerifyContractError {
  // A reason that doesn't quote the service adds information, such as the service's name for this chain ID.
  const isQuoted = error.serviceMessage !== undefined && error.reason.includes(error.serviceMessage);
  return new VerifyContractError("VC403", {
    values: { chainId: ports.chainId },
    facts: [
      ["Asked", `${error.method} ${error.url}`],
      ["Service said", error.serviceMessage],
      ["Reason", isQuoted ? undefined : error.reason],
    ],
    next: configure("set verifyContract.verification.url to a service that supports this chain"),
    cause: error,
  });
}

function explainPath(url: string, prefix: string, { redirectsTo }: ServiceError): string | undefined {
  const { hostname, pathname } = new URL(url);
  if (redirectsTo !== undefined)
    return new URL(redirectsTo).hostname === hostname
      ? `the service is at ${redirectsTo}, the target of the redirect`
      : `the service has moved to ${redirectsTo}, or requires a login there`;
  return `${pathname}/`.includes(`${prefix}/`) ? `the base URL ends before ${prefix}` : undefined;
}
