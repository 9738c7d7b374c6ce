import type { ServiceKey } from "../../errors/host-words.ts";
import { checkUrl, configure } from "../../errors/next-step.ts";
import { type ErrorCode, VerifyContractError } from "../../errors/problem.ts";
import type { CallOptions } from "../../services/http/http-client.ts";
import { speaksOtherScheme } from "../../services/http/other-scheme.ts";
import { ServiceError, type ServiceName } from "../../services/service-error.ts";

import { isUnsupportedChain, NO_JOB } from "../../services/verification/verification-service.ts";
import { hasSent, type Run } from "../run.ts";

/** The code for each, the key of the configuration, and the beginning of its paths, which is not part of the URL. */
const WRONG: Readonly<
  Record<Exclude<ServiceName, "node" | "explorer">, readonly [ErrorCode, ServiceKey, string]>
> = {
  "verification service": ["VC415", "verification", "/v2"],
  "query service": ["VC503", "query", "/api/v1"],
  "status service": ["VC604", "status", "/api/v2"],
};

/**
 * Tells a wrong URL from an outage, while nothing has been sent: something else answers, on a second route too, or
 * it speaks the other one of http and https. A page of an ingress looks the same on one route; a default is never wrong.
 * A service that does not have the chain is a wrong one, also as the default; one that started a job does have it.
 *
 * @throws VerifyContractError VC403, VC415, VC503
 */
export async function refuseForeignService(run: Run, error: unknown): Promise<void> {
  const { verification, query, configured, signal, speaksOtherScheme: asks } = run.ports;
  if (!(error instanceof ServiceError) || signal.aborted) return;
  const isOfChain = error.service === "verification service" && isUnsupportedChain(error.customCode);
  if (isOfChain && run.findings.verificationId === null) throw unsupportedChain(run, error);
  if (configured?.has(error.service) !== true) return;
  if (hasSent(run.findings)) return;
  if (error.service === "verification service" && verification !== undefined)
    await refuseForeign(
      verification.url,
      (options) => verification.job(NO_JOB, options),
      error,
      signal,
      asks,
    );
  else if (error.service === "query service" && query !== undefined)
    await refuseForeign(query.url, (options) => query.block(0, options), error, signal, asks);
}

/**
 * Refuses a server that is not the configured service, for any of the three services.
 *
 * @param url The service's URL.
 * @param second Calls another route of the service than the one that failed.
 * @throws VerifyContractError VC415, VC503, VC604
 */
export async function refuseForeign(
  url: string,
  second: (options: CallOptions) => Promise<unknown>,
  error: ServiceError,
  signal: AbortSignal,
  asks = speaksOtherScheme,
): Promise<void> {
  if (error.service === "node" || error.service === "explorer") return;
  const scheme = await isOtherScheme(url, error, signal, asks);
  const isWrong =
    scheme !== undefined ||
    (error.isForeign === true && (isOtherService(error) || (await isForeignThere(second({ signal })))));
  if (!isWrong) return;
  const [code, key, prefix] = WRONG[error.service];
  throw new VerifyContractError(code, {
    values: { url },
    facts: [
      ["Asked", `${error.method} ${error.url}`],
      ["Status", error.status === undefined ? undefined : String(error.status)],
      ["It said", error.serviceMessage],
      // An answer says it all itself, but for a redirect.
      ["Reason", error.serviceMessage === undefined ? error.reason : undefined],
    ],
    likely: scheme ?? whyElsewhere(url, prefix, error),
    next: checkUrl(key),
    cause: error,
  });
}

/** True if another program than the service answers. No answer proves nothing. */
async function isForeignThere(answer: Promise<unknown>): Promise<boolean> {
  try {
    await answer;
    return false;
  } catch (error) {
    return error instanceof ServiceError && error.isForeign === true;
  }
}

/** An ingress does not answer with codes: a server that does, without this route, is another kind of service. */
function isOtherService({ status, customCode }: ServiceError): boolean {
  return status === 404 && customCode !== undefined;
}

function unsupportedChain({ ports }: Run, error: ServiceError): VerifyContractError {
  // A reason of our own, such as what the service has under this id, is more than what the service said.
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

/** In words, where the answer or the URL shows it. */
function whyElsewhere(url: string, prefix: string, { redirectsTo }: ServiceError): string | undefined {
  if (redirectsTo !== undefined) return `the service is at ${redirectsTo}, to which this server redirects`;
  const { pathname } = new URL(url);
  return `${pathname}/`.includes(`${prefix}/`) ? `the base URL ends before ${prefix}` : undefined;
}

/** In words, where what listens speaks the other scheme. */
async function isOtherScheme(
  url: string,
  { status, kind, hostDeadSince }: ServiceError,
  signal: AbortSignal,
  asks: typeof speaksOtherScheme,
): Promise<string | undefined> {
  if (status !== undefined || (kind !== "unreachable" && kind !== "unusable")) return undefined;
  const asked = new URL(url);
  // A request not sent because the host is dead asks no further: the one that found it dead did.
  if (!(await asks(asked, signal, hostDeadSince === undefined))) return undefined;
  const [is, not] = asked.protocol === "https:" ? ["http", "https"] : ["https", "http"];
  return `it speaks ${is}, and the URL says ${not}`;
}
