/** @file The inputs of the action that are options of a command, each by the name of both. */

const COMMANDS = ["verify", "check", "deployments", "preflight", "lock", "merge", "status"];

/** Texts: `--name value`. */
const TEXTS = [
  "rpc-url",
  "rpc-headers",
  "chain",
  "verifier-url",
  "compiler",
  "root",
  "config",
  "contract",
  "creation-tx-hash",
  "build-info",
  "std-json-input",
  "compiler-version",
  "sources",
  "min-match",
  "update",
  "write-manifest",
  "shard",
  "require",
  "explorer",
  "at",
  "report",
  "evidence",
  "timeout",
  "wait",
];

/** `true` or `false`. */
const FLAGS = [
  "require-creation",
  "recompile",
  "compile",
  "follow-proxy",
  "no-follow-proxy",
  "only-named",
  "pick-identical",
  "force",
  "fresh",
  "dry-run",
  "local",
  "locked",
  "allow-unverified",
  "all-networks",
  "bail",
  "verbose",
  "quiet",
];

/** Options of the plain command line, which a task of Hardhat does not have. */
const OF_PLAIN = ["rpc-url", "rpc-headers", "chain", "verifier-url", "compiler", "root"];

/**
 * What to run, from the environment that action.yml makes of the inputs.
 *
 * @param {Readonly<Record<string, string | undefined>>} env
 */
export function commandOf(env) {
  const input = (/** @type {string} */ name) =>
    (env[`INPUT_${name.replaceAll("-", "_").toUpperCase()}`] ?? "").trim();
  const command = input("command");
  if (!COMMANDS.includes(command)) wrong("command", command, COMMANDS.join(", "));
  const network = input("network");
  const target = input("target");
  const targets = target === "" ? [] : target.split(/\s+/);
  for (const each of targets) refuseOption("target", each);
  // The program takes such a first word for a command, which verifies nothing.
  const word = command === "verify" ? targets.find((each) => !/\d/.test(each)) : undefined;
  if (word !== undefined) wrong("target", word, "an address or a contract id");
  const texts = TEXTS.flatMap((name) => {
    const value = input(name);
    if (value === "" || (name === "report" && command === "status")) return [];
    refuseOption(name, value);
    if (network !== "" && OF_PLAIN.includes(name)) wrong(name, value, "no value together with network");
    return [`--${name}`, value];
  });
  refuseOption("network", network);
  const options = [...texts, ...FLAGS.flatMap((name) => (isSet(name, input(name)) ? [`--${name}`] : []))];
  return { command, targets, options, network, report: input("report"), evidence: input("evidence") };
}

/**
 * How often to run.
 *
 * @param {Readonly<Record<string, string | undefined>>} env
 */
export function repeatOf({ INPUT_ATTEMPTS: attempts = "", INPUT_RETRY_SECONDS: seconds = "" }) {
  if (!/^[1-9]\d?$/.test(attempts)) wrong("attempts", attempts, "a number from 1 to 99");
  if (!/^\d{1,4}$/.test(seconds)) wrong("retry-seconds", seconds, "seconds, up to 9999");
  return { attempts: Number(attempts), waitMs: Number(seconds) * 1000 };
}

/** The paths in `report`. @param {string} report */
export function reportPaths(report) {
  return report
    .split(",")
    .map((part) => part.slice(part.indexOf("=") + 1).trim())
    .filter((path) => path !== "");
}

/** @param {string} name @param {string} value */
function isSet(name, value) {
  if (value !== "" && value !== "true" && value !== "false") wrong(name, value, "true or false");
  return value === "true";
}

/** A value that begins with a dash would be taken for an option, which may name another service. */
function refuseOption(/** @type {string} */ name, /** @type {string} */ value) {
  if (value.startsWith("-")) wrong(name, value, "no value that begins with a dash");
}

/**
 * @param {string} name
 * @param {string} value
 * @param {string} takes
 * @returns {never}
 */
function wrong(name, value, takes) {
  throw new WrongInput(`The input ${name} can't be ${JSON.stringify(value)}: it takes ${takes}.`);
}

export class WrongInput extends Error {}
