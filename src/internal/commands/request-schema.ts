import * as z from "zod";
import type { HostWords } from "../errors/host-words.ts";
import { advice } from "../errors/next-step.ts";
import { VerifyContractError } from "../errors/problem.ts";
import { describeValue } from "../text/explain-issues.ts";
import { nearestNames } from "../text/nearest.ts";
import type { CheckContractsRequest } from "./check-contracts-request.ts";
import { MANY_ONLY, type ManyOnly, ONE_ONLY, type OneOnly } from "./check-scope.ts";
import type { VerifyDeploymentsRequest } from "./deployments-request.ts";
import type { LockRequest } from "./lock-request.ts";
import { type Command, type KindsOf, optionsOf, type ValueOfKind } from "./options.ts";
import type { PreflightRequest } from "./preflight-request.ts";
import type { ReplayRequest } from "./replay-request.ts";
import type { CheckContractRequest, VerifyContractRequest } from "./verify-request.ts";

/** The requests of programs, by the command that does the same; `checks` is `check` over several contracts. */
interface Requests {
  readonly verify: VerifyContractRequest;
  readonly check: CheckContractRequest;
  readonly checks: CheckContractsRequest;
  readonly deployments: VerifyDeploymentsRequest;
  readonly lock: LockRequest;
  readonly preflight: PreflightRequest;
  readonly replay: ReplayRequest;
}

/** Keys that options have, with the kinds of their values. */
interface Kinds {
  readonly verify: KindsOf<"verify">;
  readonly check: Omit<KindsOf<"check">, ManyOnly>;
  readonly checks: Omit<KindsOf<"check">, OneOnly>;
  readonly deployments: KindsOf<"deployments">;
  readonly lock: KindsOf<"lock">;
  readonly preflight: KindsOf<"preflight">;
  readonly replay: KindsOf<"replay">;
}

/** Keys that have an option of another kind. A key in it does not compile. */
type Mistyped<R extends keyof Requests> = {
  [Key in keyof Kinds[R]]: Key extends keyof Requests[R]
    ? NonNullable<Requests[R][Key]> extends ValueOfKind[Kinds[R][Key] & keyof ValueOfKind]
      ? never
      : Key
    : Key;
}[keyof Kinds[R]];

const text = z.string({ error: "a string" });
const texts = z.array(z.string({ error: "a list of strings" }), { error: "a list of strings" });
const number = z.number({ error: "a number" });

const KINDS = {
  flag: z.boolean({ error: "true or false" }),
  text,
  list: texts,
  seconds: number,
  port: number,
} as const;

const CALLER = {
  connection: z.custom((value) => canBeAsked(propertyOf(value, "provider")), {
    error: "a network connection",
  }),
  signal: z.instanceof(AbortSignal, { error: "an AbortSignal" }),
  onProgress: z.custom((value) => typeof value === "function", { error: "a function" }),
};

/** A run needs one of them. */
const SCHEMAS = {
  verify: () => schemaOf("verify", [], { address: text, ...CALLER }),
  check: () => schemaOf("check", MANY_ONLY, { address: text, ...CALLER }),
  checks: () => schemaOf("checks", ONE_ONLY, { targets: texts, ...CALLER }),
  deployments: () => schemaOf("deployments", [], { deployments: texts, ...CALLER }),
  lock: () => schemaOf("lock", [], { targets: texts, ...CALLER }),
  preflight: () =>
    schemaOf("preflight", [], {
      contracts: texts,
      signal: CALLER.signal,
      onProgress: CALLER.onProgress,
    }),
  replay: () =>
    schemaOf("replay", [], {
      evidence: text,
      connection: CALLER.connection,
      signal: CALLER.signal,
    }),
};

/** How a program asks for the same, without its last argument. */
const CALLS: Readonly<Record<keyof Requests, string>> = {
  verify: 'verifyContract({ address: "0x…" }',
  check: 'checkContract({ address: "0x…" }',
  checks: "checkContracts({}",
  deployments: "verifyDeployments({}",
  lock: "lock({}",
  preflight: "preflight({}",
  replay: 'replay({ evidence: "run.evidence.gz" }',
};

/**
 * @param not Keys of options of the command that the request has not.
 * @param own Schemas of the keys that no option has: a key that is missing or too much does not compile.
 * @param mistyped None, or it does not compile.
 */
function schemaOf<R extends keyof Requests>(
  request: R,
  not: readonly string[],
  own: { readonly [Key in Exclude<keyof Requests[R], keyof Kinds[R]>]-?: z.ZodType },
  ..._mistyped: [Mistyped<R>] extends [never] ? [] : [Mistyped<R>]
) {
  const command: Command = request === "checks" ? "check" : request;
  const options = optionsOf(command).flatMap(({ key, kind }) =>
    key === undefined || not.includes(key) ? [] : [[key, KINDS[kind]]],
  );
  const shape: Readonly<Record<string, z.ZodType>> = { ...own, ...Object.fromEntries(options) };
  return z.strictObject(
    Object.fromEntries(Object.entries(shape).map(([key, schema]) => [key, schema.optional()])),
  );
}

/**
 * Validates the keys and types of a request: a program may be plain JavaScript, where nothing else finds a mistyped key,
 * which would be the same as none.
 *
 * @throws VC101 for no request, and for one without an address where the command needs one; VC106 for an unknown key
 *   and for a value of a wrong type.
 */
export function validateRequest(request: unknown, command: keyof Requests, words: HostWords): void {
  const schema = SCHEMAS[command]();
  const needsAddress = "address" in schema.shape;
  const next = advice(`${CALLS[command]}, ${words.runtime})`);
  if (typeof request !== "object" || request === null || Array.isArray(request)) {
    throw new VerifyContractError("VC101", {
      facts: [
        ["Expected", needsAddress ? "an object with the key address" : "an object"],
        ["Got", describeValue(request)],
      ],
      next,
    });
  }
  const [issue] = schema.safeParse(request).error?.issues ?? [];
  if (issue?.code === "unrecognized_keys") throw unknownKey(issue.keys[0] ?? "", Object.keys(schema.shape));
  if (issue !== undefined) {
    const key = String(issue.path[0]);
    throw mistypedValue(key, request, key === "connection" ? words.connection : issue.message);
  }
  if (needsAddress && propertyOf(request, "address") === undefined)
    throw new VerifyContractError("VC101", { next });
}

function mistypedValue(key: string, request: object, expected: string): VerifyContractError {
  const value = propertyOf(request, key);
  return new VerifyContractError("VC106", {
    values: { option: key, value: typeof value === "string" ? value : describeValue(value) },
    facts: [
      ["Expected", expected],
      ["Got", typeof value === "string" ? "a string" : describeValue(value)],
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

function canBeAsked(provider: unknown): boolean {
  return typeof propertyOf(provider, "request") === "function";
}

function propertyOf(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined;
}
