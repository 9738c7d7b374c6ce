import { VerifyContractError } from "../errors/problem.ts";
import { nearestNames } from "../text/nearest.ts";
import { KINDS, REQUEST_KEYS } from "./request-keys.ts";

/**
 * Checks that a request has the keys and the types that it should have: a program may be plain JavaScript, where
 * nothing else finds a mistyped key, which would be the same as none.
 *
 * @throws VC101 for no request and no address, VC106 for an unknown key and for a value of a wrong type.
 */
export function checkRequestKeys(request: unknown): void {
  if (typeof request !== "object" || request === null || Array.isArray(request)) {
    throw new VerifyContractError("VC101", {
      facts: [
        ["Expected", "an object with the key address"],
        ["Got", describe(request)],
      ],
      next: 'verifyContract({ address: "0x…" }, hre)',
    });
  }
  for (const [key, value] of Object.entries(request)) checkKey(key, value);
  if (!("address" in request) || request.address === undefined) {
    throw new VerifyContractError("VC101", { next: 'verifyContract({ address: "0x…" }, hre)' });
  }
}

function checkKey(key: string, value: unknown): void {
  if (!isKnown(key)) throw unknownKey(key);
  const kind = KINDS[REQUEST_KEYS[key]];
  if (value === undefined || kind.fits(value)) return;
  throw new VerifyContractError("VC106", {
    values: { option: key, value: typeof value === "string" ? value : describe(value) },
    facts: [
      ["Expected", kind.name],
      ["Got", typeof value === "string" ? "a string" : describe(value)],
    ],
  });
}

function unknownKey(key: string): VerifyContractError {
  const [nearest] = nearestNames(key, Object.keys(REQUEST_KEYS), 1);
  return new VerifyContractError("VC106", {
    values: { option: "A key of the request", value: key },
    facts: [["Takes", Object.keys(REQUEST_KEYS).join(", ")]],
    likely: nearest === undefined ? undefined : `"${nearest}" is meant`,
  });
}

function isKnown(key: string): key is keyof typeof REQUEST_KEYS {
  return Object.hasOwn(REQUEST_KEYS, key);
}

/** Numbers and the like as they are; of everything else only what it is, as it may be long or secret. */
function describe(value: unknown): string {
  if (value === undefined) return "nothing";
  if (Array.isArray(value)) return "an array";
  if (value instanceof Promise) return "a promise";
  if (value === null || ["number", "boolean", "bigint"].includes(typeof value)) return String(value);
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}
