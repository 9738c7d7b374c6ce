import * as z from "zod";
import {
  type ArgumentsOf,
  type CheckOptions,
  type Command,
  flagOf,
  isGiven,
  OPTIONS,
  type Option,
  type OptionsOf,
  optionsOf,
  positionalOf,
} from "../domain/options.ts";
import type { HostWords } from "../errors/host-words.ts";
import {
  advice,
  type CommandLine,
  type CommandOption,
  createNetworkOption,
  MAX_TIMEOUT_S,
  withOptions,
  withoutOptions,
  writeCommand,
} from "../errors/next-step.ts";
import { invalidValue, VerifyContractError } from "../errors/problem.ts";
import type { PreflightEvent } from "../pipeline/preflight/subject.ts";
import type { BatchEvent, ProgressEvent } from "../report/progress.ts";
import { describeValue } from "../text/explain-issues.ts";
import { asObject, isObject } from "../text/is-object.ts";
import { didYouMean, findNearestName } from "../text/nearest.ts";
import type { CommandWords, Host } from "./host.ts";

interface Caller<Connection, Event> {
  /** The chain. @default the chain of the network selected when Hardhat started */
  readonly connection?: Connection | undefined;
  /** Aborts the run. The report then has the outcome `timed-out` and contains the job's ID. */
  readonly signal?: AbortSignal | undefined;
  /** Called for each event during the run. */
  readonly onProgress?: ((event: Event) => void) | undefined;
}

interface Contract {
  /** The contract's 0x-address, or its id if the chain has a query service: `0.0.1234` or `1234`. */
  readonly address: string;
}

interface Targets {
  /**
   * Addresses, contract ids, and everything that `deployments` accepts.
   * @default all of the project's deployments on the network's chain
   */
  readonly targets?: readonly string[] | undefined;
}

/** The requests of the programming interface. `checks` is `check` for several contracts. */
export interface Requests<Connection = unknown> {
  readonly verify: Contract & OptionsOf<"verify"> & Caller<Connection, ProgressEvent>;
  readonly check: Contract & CheckOptions<"one"> & Caller<Connection, ProgressEvent>;
  readonly checks: Targets & CheckOptions<"several"> & Caller<Connection, BatchEvent>;
  readonly deployments: OptionsOf<"deployments"> &
    Caller<Connection, BatchEvent> & {
      /**
       * Ids of Ignition deployments, hardhat-deploy network names, paths of deployments, broadcasts and manifests.
       * @default all of the project's deployments on the network's chain
       */
      readonly deployments?: readonly string[] | undefined;
    };
  readonly lock: Targets & OptionsOf<"lock"> & Caller<Connection, BatchEvent>;
  readonly preflight: OptionsOf<"preflight"> &
    Omit<Caller<Connection, PreflightEvent>, "connection"> & {
      /** `Name` or `path/to/File.sol:Name`. @default all deployable contracts in the project's source folder */
      readonly contracts?: readonly string[] | undefined;
    };
  readonly replay: OptionsOf<"replay"> & {
    /** Path of a file written by `--evidence`. */
    readonly evidence: string;
    /** The chain that answers in place of the recorded node. @default none: no node is queried */
    readonly connection?: Connection | undefined;
    /** Aborts requests and compilations. */
    readonly signal?: AbortSignal | undefined;
  };
}

export type Mode = Exclude<Call, "preflight" | "replay">;

type Call = keyof Requests;
export type CommandOf<C extends Call> = C extends "checks" ? "check" : C & Command;
type Names = "address" | "targets" | "deployments" | "contracts" | "evidence";

const text = z.string({ error: "a string" });
const texts = z.array(z.string({ error: "a list of strings" }), { error: "a list of strings" });
const number = z.number({ error: "a number" });
const KINDS = {
  flag: z.boolean({ error: "true or false" }),
  text,
  list: texts,
  seconds: number,
  port: number,
};
const CALLER = {
  connection: z.custom((value) => typeof asObject(asObject(value).provider).request === "function", {
    error: "a network connection",
  }),
  signal: z.instanceof(AbortSignal, { error: "an AbortSignal" }),
  onProgress: z.custom((value) => typeof value === "function", { error: "a function" }),
};

/** The request key that contains a call's contracts, and an example call without its last argument. */
const CALLS: Readonly<Record<Call, { readonly names: Names; readonly example: string }>> = {
  verify: { names: "address", example: 'verifyContract({ address: "0x…" }' },
  check: { names: "address", example: 'checkContract({ address: "0x…" }' },
  checks: { names: "targets", example: "checkContracts({}" },
  deployments: { names: "deployments", example: "verifyDeployments({}" },
  lock: { names: "targets", example: "lock({}" },
  preflight: { names: "contracts", example: "preflight({}" },
  replay: { names: "evidence", example: 'replay({ evidence: "run.evidence.gz" }' },
};

function listKeys(call: Call): readonly (Option & { readonly key: string })[] {
  const other = call === "check" ? "several" : call === "checks" ? "one" : undefined;
  return optionsOf(getCommand(call)).flatMap((option) => {
    const { key, scope } = option;
    return key === undefined || (scope !== undefined && scope === other) ? [] : [{ ...option, key }];
  });
}

export function getCommand<C extends Call>(call: C): CommandOf<C> {
  return (call === "checks" ? "check" : call) as CommandOf<C>;
}

/** Validates a request against the option table. In plain JavaScript, a mistyped key would otherwise be ignored. */
export function validateRequest(
  request: unknown,
  call: Call,
  words: HostWords,
  validateTargets: () => void = () => {},
): void {
  const { names, example } = CALLS[call];
  const { connection, signal, onProgress } = CALLER;
  const rows = listKeys(call);
  const schema = z
    .strictObject({
      [names]: names === "address" || names === "evidence" ? text : texts,
      signal,
      ...(call === "preflight" ? {} : { connection }),
      ...(call === "replay" ? {} : { onProgress }),
      ...Object.fromEntries(rows.map(({ key, kind }) => [key, KINDS[kind]])),
    })
    .partial();
  const next = advice(`${example}, ${words.runtime})`);
  if (!isObject(request)) {
    const facts = [
      ["Expected", names === "address" ? "an object with an address" : "an object"],
      ["Got", describeValue(request)],
    ] as const;
    throw new VerifyContractError("VC101", { facts, next });
  }
  const [issue] = schema.safeParse(request).error?.issues ?? [];
  if (issue?.code === "unrecognized_keys") {
    const [key = ""] = issue.keys;
    const known = Object.keys(schema.shape);
    const likely = didYouMean(findNearestName(key, known));
    throw invalidValue("A request key", key, known.join(", "), { likely });
  }
  if (issue !== undefined) {
    const key = String(issue.path[0]);
    throw mistypedValue(key, request[key], key === "connection" ? words.connection : issue.message);
  }
  if (names === "address" && request.address === undefined) throw new VerifyContractError("VC101", { next });
  for (const row of rows) validateValue(row, flagOf(row.name), request[row.key]);
  validateTargets();
  for (const row of rows) {
    const option = flagOf(row.name);
    if (!isGiven(request[row.key])) continue;
    for (const other of row.excludes ?? [])
      if (isGiven(request[other])) throw contradictingOptions(option, flagOf(other));
    if (row.needs !== undefined && !isGiven(request[row.needs])) {
      const needed = flagOf(row.needs);
      const next = advice(`add ${needed}, or leave out ${option}`);
      throw new VerifyContractError("VC115", { values: { option, needed }, next });
    }
  }
}

/**
 * @param drop The option that the next step removes, or null. @default `other`, unless removing it may submit something
 */
export function contradictingOptions(
  option: string,
  other: string,
  drop: string | null = /^--(?:dry-run|local)/.test(other) ? option : other,
): VerifyContractError {
  return new VerifyContractError("VC112", {
    values: { options: `${option} and ${other}` },
    next: drop === null ? undefined : withoutOptions(drop.split(" ")[0] ?? ""),
  });
}

function validateValue({ kind, values, takes, mayBeZero }: Option, option: string, value: unknown): void {
  if (kind === "seconds" && typeof value === "number") validateSeconds(value, option, mayBeZero);
  if (typeof value !== "string") return;
  // An empty value is probably caused by an unset shell variable. Ignoring it would change what the command does.
  if (takes !== undefined && value.trim() === "") throw invalidValue(option, value, takes);
  if (values === undefined || values.includes(value)) return;
  const nearest = values.find((each) => each.startsWith(value)) ?? findNearestName(value, values);
  throw invalidValue(option, value, values.join(", "), {
    next: nearest === undefined ? undefined : withOptions([option, nearest]),
  });
}

function validateSeconds(seconds: number, option: string, mayBeZero = false): number {
  if ((mayBeZero ? seconds >= 0 : seconds > 0) && seconds <= MAX_TIMEOUT_S) return seconds;
  const least = mayBeZero ? "0 or more" : "more than 0";
  throw invalidValue(option, String(seconds), `${least} seconds, at most ${MAX_TIMEOUT_S}`, {
    next: advice(`leave out ${option} for the default, or set it to seconds such as 60`),
  });
}

/** Parses the seconds in an option that isn't part of a request. */
export function parseTimeout(text: string, option = "--timeout"): number {
  return validateSeconds(parseSeconds(text, option), option);
}

function parseSeconds(text: string, option: string): number {
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text);
  throw invalidValue(option, text, "seconds, such as 60 or 0.5");
}

function mistypedValue(key: string, value: unknown, expected: string): VerifyContractError {
  const isText = typeof value === "string";
  const got = describeValue(value);
  return new VerifyContractError("VC106", {
    values: { option: key, value: isText ? value : got },
    facts: [
      ["Expected", expected],
      ["Got", isText ? "a string" : got],
    ],
  });
}

/** Converts a command's arguments into a request, whose values are validated later. */
export function createRequest<C extends Call>(
  call: C,
  args: ArgumentsOf<CommandOf<C>>,
  caller: { readonly signal: AbortSignal; readonly onProgress?: (event: never) => void },
): Requests[C] {
  const { names } = CALLS[call];
  const named = listPositionals(getCommand(call), args);
  const options = listKeys(call).map(({ key, name, kind }) => {
    const value: unknown = Reflect.get(args, name);
    if (typeof value !== "string") return [key, value];
    if (kind === "list") return [key, splitList(value)];
    return [key, kind === "seconds" ? parseSeconds(value, flagOf(name)) : value];
  });
  const isOne = names === "address" || names === "evidence";
  return { [names]: isOne ? named[0] : named, ...Object.fromEntries(options), ...caller };
}

function listPositionals(command: Command, args: object): readonly string[] {
  return positionalOf(command).flatMap(({ name }) => Reflect.get(args, name) ?? []);
}

export function splitList(value: string): readonly string[] {
  return value.split(",").map((each) => each.trim());
}

/** Returns the command line for a command's arguments, leaving out arguments typed out of habit. */
export function createCommandLine(
  command: Command,
  args: object,
  { globals }: Pick<Host, "globals">,
  names = listPositionals(command, args),
): CommandLine {
  const options = writeOptions(optionsOf(command), ({ name }) => Reflect.get(args, name));
  return { command, targets: names.filter((each) => each !== ""), options, globals };
}

/** Returns the options for a command that repeats a request, either for one of its contracts or for all of them. */
export function listRepeatedOptions(request: object, scope: "one" | "several"): readonly CommandOption[] {
  const rows = OPTIONS.filter(
    ({ key, isOneTime, scope: only }) =>
      key !== undefined && !isOneTime && (only !== "several" || scope === "several"),
  );
  const options = writeOptions(rows, ({ key = "" }) => Reflect.get(request, key));
  return options.toSorted(([, one], [, other]) => Number(one === undefined) - Number(other === undefined));
}

function writeOptions(rows: readonly Option[], given: (row: Option) => unknown): readonly CommandOption[] {
  return rows.flatMap((row): readonly CommandOption[] => {
    const value = given(row);
    if (!isGiven(value) || value === row.default) return [];
    return [value === true ? [flagOf(row.name)] : [flagOf(row.name), String(value)]];
  });
}

/** @param networkName Undefined if the run covers all networks. */
export function createRunLine(
  run: Pick<CommandLine, "command" | "options"> & { readonly names: readonly string[] },
  networkName: string | undefined,
  host: CommandWords,
): CommandLine {
  const network = networkName === undefined ? [] : createNetworkOption(networkName, host.words);
  const globals = [...network, ...dropNetwork(host)];
  return { command: run.command, targets: run.names, options: run.options, globals };
}

export function isNetworkNamed({ globals, words }: CommandWords): boolean {
  return globals.some(([flag]) => flag === words.network.flag);
}

/** Removes the network from the global options, because the run itself adds it. */
export function dropNetwork({ globals, words }: CommandWords): CommandLine["globals"] {
  return globals.filter(([flag]) => flag !== words.network.flag);
}

/**
 * @param network The argument that selects the services' network. @default a node on this computer
 * @param ports The options for the ports. @default none: the default ports
 */
export function formatServe(
  { words, globals }: CommandWords,
  network?: string,
  ports: readonly CommandOption[] = [],
): string {
  const { flag, local } = words.network;
  return writeCommand(words, {
    command: "serve",
    targets: [],
    options: ports,
    globals: [[flag, network ?? local], ...globals.filter(([given]) => words.toolOptions.includes(given))],
  });
}
