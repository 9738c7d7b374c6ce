/** The rules for path parameters and bodies, in the words that the real service uses for them. */

interface StringRule {
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: RegExp;
  /** The pattern as it is written in messages. */
  readonly patternText?: string;
}

const CHAIN_ID: StringRule = { minLength: 1, maxLength: 20, pattern: /^\d+$/, patternText: "^\\d+$" };
const ADDRESS: StringRule = {
  minLength: 42,
  maxLength: 42,
  pattern: /(\b0x[a-fA-F0-9]{40}\b)/,
  patternText: "(\\b0x[a-fA-F0-9]{40}\\b)",
};
const UUID_TEXT = "^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$";
const VERIFICATION_ID: StringRule = {
  minLength: 36,
  maxLength: 36,
  pattern: new RegExp(UUID_TEXT),
  patternText: UUID_TEXT,
};
const COMPILER_VERSION: StringRule = {
  pattern: /^v?\d+\.\d+\.\d+.*$/,
  patternText: "^v?\\d+\\.\\d+\\.\\d+.*$",
};
const TRANSACTION_HASH: StringRule = {
  pattern: /(\b0x[a-f0-9]{64}\b)/,
  patternText: "(\\b0x[a-f0-9]{64}\\b)",
};

/** The first thing that is wrong with the path parameters; undefined when nothing is. */
export function contractPathProblem(chainId: string, address: string): string | undefined {
  return (
    stringProblem("request/params/chainId", chainId, CHAIN_ID) ??
    stringProblem("request/params/address", address, ADDRESS)
  );
}

export function verificationIdProblem(verificationId: string): string | undefined {
  return stringProblem("request/params/verificationId", verificationId, VERIFICATION_ID);
}

/** The first thing that is wrong with a submission's form; undefined when nothing is. */
export function submissionProblem(body: unknown): string | undefined {
  if (!isObject(body)) return "request/body must be object";
  for (const name of ["stdJsonInput", "compilerVersion", "contractIdentifier"]) {
    if (body[name] === undefined) return `request/body must have required property '${name}'`;
  }
  if (!isObject(body.stdJsonInput)) return "request/body/stdJsonInput must be object";
  return (
    stringProblem("request/body/compilerVersion", body.compilerVersion, COMPILER_VERSION) ??
    stringProblem("request/body/contractIdentifier", body.contractIdentifier, {}) ??
    (body.creationTransactionHash === undefined
      ? undefined
      : stringProblem("request/body/creationTransactionHash", body.creationTransactionHash, TRANSACTION_HASH))
  );
}

/** What is wrong with the compiler's input itself; it is looked at after the chain and the address. */
export function inputProblem(input: Readonly<Record<string, unknown>>): string | undefined {
  if (typeof input.language !== "string" || input.language === "") {
    return "Standard JSON input must contain a language field.";
  }
  if (!isObject(input.sources) || Object.keys(input.sources).length === 0) {
    return "Standard JSON input must contain a sources field.";
  }
  const withoutContent = Object.entries(input.sources).find(
    ([, source]) => !isObject(source) || typeof source.content !== "string" || source.content === "",
  );
  if (withoutContent !== undefined) {
    return `Standard JSON input must contain the content of each source: ${withoutContent[0]} has none.`;
  }
  if (input.settings !== undefined && !isObject(input.settings)) {
    return "The settings of the standard JSON input must be an object.";
  }
  return undefined;
}

export function identifierProblem(identifier: string): string | undefined {
  return /^.+:[^:]+$/s.test(identifier)
    ? undefined
    : "The contractIdentifier must consist of the file path and the contract name separated by a ':'.";
}

function stringProblem(where: string, value: unknown, rule: StringRule): string | undefined {
  if (typeof value !== "string") return `${where} must be string`;
  if (rule.maxLength !== undefined && value.length > rule.maxLength) {
    return `${where} must NOT have more than ${rule.maxLength} characters`;
  }
  if (rule.minLength !== undefined && value.length < rule.minLength) {
    return `${where} must NOT have fewer than ${rule.minLength} characters`;
  }
  if (rule.pattern !== undefined && !rule.pattern.test(value)) {
    return `${where} must match pattern "${rule.patternText}"`;
  }
  return undefined;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
