import * as z from "zod";
import type { Forwarded, ForwardedTo } from "../../domain/record.ts";
import { cleanText } from "../../text/clean-text.ts";
import { isObject } from "../../text/is-object.ts";
import { withoutUndefined } from "../wire/primitives.ts";

/** The services that Sourcify's server 3.12.1 forwards to. */
const SERVICES: readonly ForwardedTo[] = ["etherscan", "blockscout", "routescan"];

/** In place of an id: the other service had the contract already (Sourcify's server 3.12.1). */
const ALREADY_VERIFIED = "VERIFIER_ALREADY_VERIFIED";

/** Ids are GUIDs, hashes and words. */
const ID = /^[\w.-]{1,128}$/;
const LONGEST_REASON = 300;
const LONGEST_URL = 2000;

/**
 * `externalVerifications` of a job. It decides nothing, so that whatever it is, the job stays valid: what can't be
 * understood is left out.
 */
export const wireForwarded = z.unknown().transform((value): readonly Forwarded[] | undefined => {
  if (!isObject(value)) return undefined;
  const known = SERVICES.flatMap((to) => (Object.hasOwn(value, to) ? forwardedTo(to, value[to]) : []));
  return known.length === 0 ? undefined : known;
});

function forwardedTo(to: ForwardedTo, value: unknown): readonly Forwarded[] {
  if (!isObject(value)) return [];
  const { verificationId, error } = value;
  // An error beside an id is not taken for success.
  if (typeof error === "string" && error !== "") {
    const reason = cleanText(error, LONGEST_REASON);
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

/** A link that others wrote, as the URL standard writes it; undefined for any that is not plain https. */
function httpsUrl(value: unknown): string | undefined {
  if (typeof value !== "string" || value.length > LONGEST_URL) return undefined;
  const url = URL.parse(value);
  if (url === null || url.protocol !== "https:" || url.username !== "" || url.password !== "")
    return undefined;
  url.hash = "";
  return url.href.length > LONGEST_URL ? undefined : url.href;
}
