import { advice } from "../errors/next-step.ts";
import { VerifyContractError } from "../errors/problem.ts";
import { nearestNames } from "../text/nearest.ts";
import { KINDS } from "./request-keys.ts";

/** The kind of each key. */
type Keys = Readonly<Record<string, keyof typeof KINDS>>;

/**
 * Checks that a request has the keys and the types that it should have: a program may be plain JavaScript, where
 * nothing else finds a mistyped key, which would be the same as none.
 *
 * @throws VC101 for no request, and for one without an address where the keys have one; VC106 for an unknown key and
 *   for a value of a wrong type.
 */
export function validateRequestKeys(request: unknown, keys: Keys): void {
  const needsAddress = Object.hasOwn(keys, "address");
  const next = advice(
    needsAddress ? 'verifyContract({ address: "0x…" }, hre)' : "verifyDeployments({}, hre)",
  );
  if (typeof request !== "object" || request === null || Array.isArray(request)) {
    throw new VerifyContractError("VC101", {
      facts: [
        ["Expected", needsAddress ? "an object with the key address" : "an object"],
        ["Got", describe(request)],
      ],
      next,
    });
  }
  for (const [key, value] of Object.entries(request)) checkKey(key, value, keys);
  if (needsAddress && (!("address" in request) || request.address === undefined)) {
    throw new VerifyContractError("VC101", { next });
  }
}

function checkKey(key: string, value: unknown, keys: Keys): void {
  const named = Object.hasOwn(keys, key) ? keys[key] : undefined;
  if (named === undefined) throw unknownKey(key, Object.keys(keys));
  const kind = KINDS[named];
  if (value === undefined || kind.fits(value)) return;
  throw new VerifyContractError("VC106", {
    values: { option: key, value: typeof value === "string" ? value : describe(value) },
    facts: [
      ["Expected", kind.name],
      ["Got", typeof value === "string" ? "a string" : describe(value)],
    ],
  });
}

function unknownKey(key: string, keys: readonly string[]): VerifyContractError {
  const [nearest] = nearestNames(key, keys, 1);
  return new VerifyContractError("VC106", {
    values: { option: "A key of the request", value: key },
    facts: [["Takes", keys.join(", ")]],
    likely: nearest === undefined ? undefined : `"${nearest}" is meant`,
  });
}

/** Numbers and the like as they are; of everything else only what it is, as it may be long or secret. */
function describe(value: unknown): string {
  if (value === undefined) return "nothing";
  if (Array.isArray(value)) return "an array";
  if (value instanceof Promise) return "a promise";
  if (value === null || ["number", "boolean", "bigint"].includes(typeof value)) return String(value);
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}
