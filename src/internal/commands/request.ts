import * as z from "zod";
import type { HostWords } from "../errors/host-words.ts";
import { advice, type NextStep, withOptions } from "../errors/next-step.ts";
import { invalidValue, VerifyContractError } from "../errors/problem.ts";
import type { PreflightEvent } from "../pipeline/preflight/subject.ts";
import type { BatchEvent, ProgressEvent } from "../report/progress.ts";
import { describeValue } from "../text/explain-issues.ts";
import { nearestNames } from "../text/nearest.ts";
import {
  type ArgumentsOf,
  type CheckOptions,
  type Command,
  flagOf,
  type Option,
  type OptionsOf,
  optionsOf,
} from "./options.ts";

/** The calls of programs. */
type Call = keyof Requests;

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

const connection = z.custom(
  (value) => typeof propertyOf(propertyOf(value, "provider"), "request") === "function",
  {
    error: "a network connection",
  },
);
const signal = z.instanceof(AbortSignal, { error: "an AbortSignal" });
const onProgress = z.custom((value) => typeof value === "function", { error: "a function" });
const CALLER = { connection, signal, onProgress };

/** What each call takes beside options, and how a program makes it, without its last argument. */
const CALLS: Readonly<Record<Call, { readonly own: z.ZodRawShape; readonly example: string }>> = {
  verify: { own: { address: text, ...CALLER }, example: 'verifyContract({ address: "0x…" }' },
  check: { own: { address: text, ...CALLER }, example: 'checkContract({ address: "0x…" }' },
  checks: { own: { targets: texts, ...CALLER }, example: "checkContracts({}" },
  deployments: { own: { deployments: texts, ...CALLER }, example: "verifyDeployments({}" },
  lock: { own: { targets: texts, ...CALLER }, example: "lock({}" },
  preflight: { own: { contracts: texts, signal, onProgress }, example: "preflight({}" },
  replay: { own: { evidence: text, connection, signal }, example: 'replay({ evidence: "run.evidence.gz" }' },
};

/** The options of a call that are keys of its request. */
function keysOf(call: Call): readonly (readonly [key: string, option: Option])[] {
  const other = call === "check" ? "several" : call === "checks" ? "one" : undefined;
  return optionsOf(call === "checks" ? "check" : call).flatMap((option) =>
    option.key === undefined || (other !== undefined && option.scope === other)
      ? []
      : [[option.key, option] as const],
  );
}

/**
 * Validates the keys of a request, their types, and values that the table of options knows: a program may be plain JavaScript, where nothing else finds a mistyped key,
 * which would be the same as none.
 *
 * @throws VC101 for no request, and for one without an address where the command needs one; VC106 for an unknown key
 *   and for a value of a wrong type, an empty one, or one that the option does not take.
 */
export function validateRequest(request: unknown, call: Call, words: HostWords): void {
  const { own, example } = CALLS[call];
  const rows = keysOf(call);
  const options = Object.fromEntries(rows.map(([key, { kind }]) => [key, KINDS[kind]]));
  const schema = z.strictObject({ ...own, ...options }).partial();
  const needsAddress = "address" in own;
  const next = advice(`${example}, ${words.runtime})`);
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
  for (const [key, option] of rows) validateText(option, propertyOf(request, key));
}

function validateText({ name, values, takes }: Option, value: unknown): void {
  if (typeof value !== "string") return;
  const option = flagOf(name);
  // Most likely a shell variable that is not set; taking it for no option would do something else.
  if (takes !== undefined && value.trim() === "") throw invalidValue(option, value, takes);
  if (values === undefined || values.includes(value)) return;
  const [nearest] = nearestNames(value, values, 1);
  throw invalidValue(option, value, values.join(", "), {
    next: nearest === undefined ? undefined : withOptions([option, nearest]),
  });
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
  return invalidValue("A key of the request", key, keys.join(", "), {
    likely: nearest === undefined ? undefined : `"${nearest}" is meant`,
  });
}

function propertyOf(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined;
}

/**
 * The keys of a request that the options of a command make. Their values are validated where requests of programs are.
 *
 * @throws VerifyContractError VC106 for a time that is no number.
 */
export function requestOfOptions<C extends Call>(call: C, args: ArgumentsOf<CommandOf<C>>): KeysOf<C> {
  const entries = keysOf(call).map(([key, { name, kind }]) => {
    const value: unknown = Reflect.get(args, name);
    return [key, typeof value === "string" ? parsed(kind, value, flagOf(name)) : value];
  });
  return Object.fromEntries(entries) as KeysOf<C>;
}

type CommandOf<C extends Call> = C extends "checks" ? "check" : C & Command;
type KeysOf<C extends Call> = C extends "check"
  ? CheckOptions<"one">
  : C extends "checks"
    ? CheckOptions<"several">
    : OptionsOf<C & Command>;

function parsed(kind: Option["kind"], value: string, flag: string): unknown {
  if (kind === "list") return splitList(value);
  return kind === "seconds" ? parseSeconds(value, flag) : value;
}

/** The values of a comma-separated list. */
export function splitList(value: string): readonly string[] {
  return value.split(",").map((each) => each.trim());
}

/** What a program gives beside options. */
interface Caller<Connection, Event> {
  /** Which chain. @default that of the network that Hardhat was started with */
  readonly connection?: Connection | undefined;
  /** Ends it: the report then has the outcome `timed-out` and names the job. */
  readonly signal?: AbortSignal | undefined;
  /** Called with each event of the run. */
  readonly onProgress?: ((event: Event) => void) | undefined;
}

interface Contract {
  /** 0x-address of the contract, or its id where a query service is configured: `0.0.1234` or `1234`. */
  readonly address: string;
}

interface Targets {
  /**
   * Addresses, contract ids, and whatever `deployments` of a request to verify takes.
   * @default all that the project has deployed on the network's chain
   */
  readonly targets?: readonly string[] | undefined;
}

interface Deployments {
  /**
   * Ids of Ignition deployments, names of networks of hardhat-deploy, paths of deployments, broadcasts and manifests.
   * @default all that the project has of the network's chain
   */
  readonly deployments?: readonly string[] | undefined;
}

interface Preflight {
  /** `Name` or `path/to/File.sol:Name`. @default all below the project's folder of sources that have code */
  readonly contracts?: readonly string[] | undefined;
}

interface Replay<Connection> {
  /** Path of a file that `--evidence` wrote. */
  readonly evidence: string;
  /** A chain to compare codes and transactions with. @default none: nothing is asked */
  readonly connection?: Connection | undefined;
  /** Ends what is asked and compiled. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * What a program asks for, by the call; `checks` is `check` over several contracts.
 *
 * @typeParam Connection Of the host.
 */
export interface Requests<Connection = unknown> {
  readonly verify: Contract & OptionsOf<"verify"> & Caller<Connection, ProgressEvent>;
  readonly check: Contract & CheckOptions<"one"> & Caller<Connection, ProgressEvent>;
  readonly checks: Targets & CheckOptions<"several"> & Caller<Connection, BatchEvent>;
  readonly deployments: Deployments & OptionsOf<"deployments"> & Caller<Connection, BatchEvent>;
  readonly lock: Targets & OptionsOf<"lock"> & Caller<Connection, BatchEvent>;
  readonly preflight: Preflight &
    OptionsOf<"preflight"> &
    Omit<Caller<Connection, PreflightEvent>, "connection">;
  readonly replay: Replay<Connection> & OptionsOf<"replay">;
}

/** The calls that look at contracts on a chain. */
export type Mode = Exclude<keyof Requests, "preflight" | "replay">;

const LONGEST_TIMEOUT_S = 86_400;

/** The seconds that an option names on the command line. @throws VC106 */
export function parseTimeout(text: string, option = "--timeout"): number {
  return validateTimeout(parseSeconds(text, option), option);
}

/** The same of any option, whose range is validated elsewhere. @throws VC106 */
export function parseSeconds(text: string, option: string): number {
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text);
  throw invalidValue(option, text, "seconds, such as 60 or 0.5", { next: withUnit(text, option) });
}

const SECONDS: Readonly<Record<string, number>> = { ms: 0.001, s: 1, m: 60, min: 60, h: 3600 };

/** What was meant by a number with a unit. */
function withUnit(text: string, option: string): NextStep | undefined {
  const [, number = "", unit = ""] = /^(\d+(?:\.\d+)?) ?([a-z]+)$/.exec(text) ?? [];
  const factor = SECONDS[unit];
  const seconds = factor === undefined ? 0 : Number(number) * factor;
  return seconds > 0 && seconds <= LONGEST_TIMEOUT_S ? withOptions([option, String(seconds)]) : undefined;
}

/** @throws VC106 for a negative time, and for more than a day. */
export function validateWait(seconds: number): number {
  if (seconds >= 0 && seconds <= LONGEST_TIMEOUT_S) return seconds;
  throw invalidValue("--wait", String(seconds), `seconds, 0 or more and up to ${LONGEST_TIMEOUT_S}`);
}

/** @throws VC106 for none, for less, and for more than a day. */
export function validateTimeout(seconds: number, option = "--timeout"): number {
  if (seconds > 0 && seconds <= LONGEST_TIMEOUT_S) return seconds;
  throw invalidValue(option, String(seconds), `seconds, more than 0 and up to ${LONGEST_TIMEOUT_S}`);
}
