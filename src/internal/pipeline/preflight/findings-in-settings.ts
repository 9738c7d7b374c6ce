import { appendsAuxdata } from "../../bytecode/cbor-auxdata.ts";
import { compareCode } from "../../bytecode/compare.ts";
import type { Build } from "../../domain/build.ts";
import { codeLength } from "../../domain/code-template.ts";
import { isEarlier } from "../../domain/compiler-version.ts";
import { advice, type NextStep } from "../../errors/next-step.ts";
import { joinFirst } from "../../text/amounts.ts";
import { asObject } from "../../text/is-object.ts";
import { zeroLinks } from "./prove-closure.ts";
import type { Found, LoadedSubject, ProvenSubject, Subject } from "./subject.ts";

/** Accepted by solc (docs.soliditylang.org, "Input Description") before {@link FIRST_UNKNOWN}. */
const SETTINGS: ReadonlySet<string> = new Set([
  ...["debug", "eofVersion", "evmVersion", "experimental", "libraries", "metadata", "modelChecker"],
  ...["optimizer", "outputSelection", "parserErrorRecovery", "remappings", "stopAfter"],
  ...["viaIR", "viaSSACFG"],
]);
/** This version and newer ones may have more settings. */
const FIRST_UNKNOWN = "0.8.38";
/** Older versions ignore unknown settings (tested with 0.4.26). */
const FIRST_THAT_REJECTS = "0.5.0";

/** The service's compiler rejects inputs with unknown settings. */
export function findUnknownSettings({ input, compilerVersion }: Build): readonly string[] {
  if (input.language !== "Solidity" && input.language !== "Yul") return [];
  if (isEarlier(compilerVersion, FIRST_THAT_REJECTS) || !isEarlier(compilerVersion, FIRST_UNKNOWN)) return [];
  return Object.keys(input.settings).filter((key) => !SETTINGS.has(key));
}

/** Considers all CBOR auxdata in the code, including auxdata in contracts that the code creates. */
export function findMissingHash(subject: LoadedSubject): Found | undefined {
  const { candidate, compilation } = subject;
  const { language, settings: used } = compilation.input;
  const compared = compareCode("creation", zeroLinks(candidate.creation), candidate.creation);
  if (appendsAuxdata(used) && compared?.hasMetadataHash === true) return undefined;
  const isSolidity = language === "Solidity";
  return {
    prevents: "exact_match",
    code: "VC220",
    facts: [
      ["Setting", isSolidity ? describeMissingHash(used) : undefined],
      ["Language", isSolidity ? undefined : language],
    ],
    next: isSolidity ? suggestHash(used, subject) : undefined,
  };
}

function describeMissingHash(used: Readonly<Record<string, unknown>>): string {
  if (!appendsAuxdata(used)) return "metadata.appendCBOR is false";
  const isNone = asObject(used.metadata).bytecodeHash === "none";
  return isNone ? 'metadata.bytecodeHash is "none"' : "a contract it creates has no metadata hash";
}

function suggestHash(used: Readonly<Record<string, unknown>>, subject: Subject): NextStep {
  return suggest(appendsAuxdata(used) ? METADATA_HASH : CBOR_AND_HASH, subject);
}

const MOST_TWINS = 5;

/** A metadata hash would distinguish the twins, because the metadata includes the contract's name. */
export function findTwins(subject: ProvenSubject): Found | undefined {
  const { twins } = subject;
  const { input } = subject.compilation;
  if (twins.length === 0) return undefined;
  return {
    prevents: null,
    code: "VC225",
    facts: [["Same code", joinFirst(twins, MOST_TWINS)]],
    next:
      input.language === "Solidity"
        ? suggestHash(input.settings, subject)
        : advice("when you verify it, name the contract with --contract"),
  };
}

/** EIP-170 and EIP-3860. Some chains have different limits or none. */
export function checkRuntimeCodeSize(subject: Subject): Found | undefined {
  return findTooLarge("VC230", codeLength(subject.candidate.runtime.object), 24_576, subject);
}

export function checkInitCodeSize(subject: Subject): Found | undefined {
  return findTooLarge("VC231", codeLength(subject.candidate.creation.object), 49_152, subject);
}

function findTooLarge(code: Found["code"], bytes: number, most: number, subject: Subject): Found | undefined {
  if (bytes <= most) return undefined;
  return {
    prevents: null,
    code,
    facts: [
      ["Size", `${formatNumber(bytes)} bytes, ${formatNumber(bytes - most)} too many`],
      ["Limit", `${formatNumber(most)} bytes`],
    ],
    next: suggestSmaller(subject),
  };
}

function suggestSmaller(subject: Subject): NextStep {
  const { input } = subject.compilation ?? {};
  const { enabled, runs } = asObject(input?.settings.optimizer);
  const isSmallest = enabled === true && runs === 1;
  if (input?.language === "Solidity" && !isSmallest) return suggest(OPTIMIZER, subject);
  return advice("move code into libraries or other contracts");
}

function formatNumber(value: number): string {
  return value.toLocaleString("en-US");
}

interface Setting {
  readonly settings: string;
  readonly foundry: string;
}

const METADATA_HASH: Setting = {
  settings: 'metadata: { bytecodeHash: "ipfs" }',
  foundry: 'bytecode_hash = "ipfs"',
};
const CBOR_AND_HASH: Setting = {
  settings: 'metadata: { appendCBOR: true, bytecodeHash: "ipfs" }',
  foundry: 'cbor_metadata = true and bytecode_hash = "ipfs"',
};
const OPTIMIZER: Setting = {
  settings: "optimizer: { enabled: true, runs: 1 }",
  foundry: "optimizer = true and optimizer_runs = 1",
};

function suggest({ settings, foundry }: Setting, { tool, words }: Subject): NextStep {
  switch (tool) {
    case "foundry":
      return advice(`set ${foundry} in the profile in foundry.toml`);
    case "hardhat":
      return advice(`add settings: { ${settings} } to solidity in ${words.hardhatConfig}`);
    case "other":
      return advice(`add settings: { ${settings} } to the compiler input`);
  }
}
