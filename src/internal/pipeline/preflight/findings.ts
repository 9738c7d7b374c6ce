import path from "node:path";
import { FORGE_BUILD } from "../../builds/project/project-paths.ts";
import { formatPath } from "../../builds/read-candidates.ts";
import { appendsAuxdata } from "../../bytecode/cbor-auxdata.ts";
import { compareCode } from "../../bytecode/compare.ts";
import type { Build } from "../../domain/build.ts";
import { type CodeTemplate, codeLength, encodeCode, toBytes } from "../../domain/code-template.ts";
import { getRemappings } from "../../domain/compiler-input.ts";
import { isEarlier } from "../../domain/compiler-version.ts";
import { advice, build, installCompiler, type NextStep, rebuild } from "../../errors/next-step.ts";
import type { Facts, VerifyContractError } from "../../errors/problem.ts";
import { LANGUAGES } from "../../services/verification/checked-submission.ts";
import { formatBytes, groupDigits, joinFirst } from "../../text/amounts.ts";
import { asObject } from "../../text/is-object.ts";
import { formatUtcMinute } from "../../text/moment.ts";
import { selectOutdated } from "../stages/find-build.ts";
import type { Found, LoadedSubject, ProvenSubject, SourcesProof, Subject } from "./subject.ts";

/** Performs no I/O. */
type FindingRule = (subject: ProvenSubject) => Found | undefined;

/** In display order. */
export function listFindings(subject: ProvenSubject): readonly Found[] {
  return RULES.flatMap((rule) => rule(subject) ?? []);
}

/** The contract can't be submitted without the compiler input. */
export function listUnreadableFindings(error: VerifyContractError, subject: Subject): readonly Found[] {
  const { code, details } = error;
  const facts = (details.facts ?? []).map(
    ([label, value]) =>
      [label, value && path.isAbsolute(value) ? formatPath(value, subject.projectRoot) : value] as const,
  );
  const unreadable = { ...details, prevents: "match", code, facts } as const;
  return [unreadable, ...[checkRuntimeCodeSize, checkInitCodeSize].flatMap((rule) => rule(subject) ?? [])];
}

const rejectedSources: FindingRule = ({ compilation, proof }) =>
  proof.state === "rejected"
    ? {
        prevents: "match",
        code: "VC232",
        facts: [
          ["Compiler", compilation.compilerVersion],
          ["It said", proof.reason],
        ],
        next: advice("recompile the whole project", rebuild),
      }
    : undefined;

const sourcesChanged: FindingRule = ({ compilation, proof }) =>
  proof.state === "changed"
    ? {
        prevents: "match",
        code: "VC221",
        facts: listProof(proof, compilation),
        likely: "sources were edited after compilation, or the build files come from several builds",
        next: advice("recompile the whole project", rebuild),
      }
    : undefined;

/** After a recompilation, the deployed code would differ from this build's code. */
const changedSince: FindingRule = ({ candidate, compilation, tool }) => {
  const { outdated } = selectOutdated(candidate, compilation);
  if (outdated === undefined) return undefined;
  const paths = outdated.sources.map(({ path }) => path);
  return {
    prevents: null,
    code: "VC236",
    facts: [
      ["Changed", joinFirst(paths, MOST_PATHS)],
      ["Compiled", formatUtcMinute(outdated.writtenAt)],
    ],
    next: tool === "foundry" ? FORGE_BUILD : build,
  };
};

function listProof(
  { reason, shownBy }: Extract<SourcesProof, { readonly state: "changed" | "closure-differs" }>,
  { compilerVersion }: Build,
): Facts {
  const compiler = `compiling with ${compilerVersion} on this computer`;
  return [
    ["Reason", reason],
    ["Shown by", shownBy === "compiler" ? compiler : "the metadata in the build"],
  ];
}

/** Maximum size of a request to Sourcify, counted after decompression (measured with 3.12.1). */
const MOST_MEBIBYTES = 30;

const rejectedSubmission: FindingRule = ({ compilation, plan }) => {
  const { language } = compilation.input;
  const unknown = findUnknownSettings(compilation);
  const empty = plan.files.filter(({ bytes }) => bytes === 0).map((file) => file.path);
  const isTooLarge = plan.bytes > MOST_MEBIBYTES * 1024 * 1024;
  const settings = unknown.map((key) => `settings.${key}`).join(", ");
  const facts = [
    ["Language", LANGUAGES.includes(language) ? undefined : `${language}, not ${LANGUAGES.join(", ")}`],
    ["Settings", settings === "" ? undefined : `${settings}: unknown to solc`],
    ["Empty source", joinFirst(empty, MOST_PATHS)],
    ["Size", isTooLarge ? `${formatBytes(plan.bytes)}, more than ${MOST_MEBIBYTES} MiB` : undefined],
  ] as const;
  if (facts.every(([, value]) => value === undefined)) return undefined;
  return { prevents: "match", code: "VC229", facts };
};

const ABSOLUTE = /^(?:[/\\~]|[a-z]:[/\\]|file:)/i;
/** Relative paths from the project to a home folder. */
const PERSONAL = /^(?:\.\.\/)+(?:home|users)\//i;
const MOST_PATHS = 3;

const sourcePath: FindingRule = ({ plan }) => {
  const { sources, settings } = plan.body.stdJsonInput;
  const named = Object.keys(sources).filter(isPersonal).sort();
  const remapped = getRemappings(settings).filter((each) => isPersonal(each.slice(each.indexOf("=") + 1)));
  if (named.length === 0 && remapped.length === 0) return undefined;
  return {
    prevents: "exact_match",
    code: "VC224",
    facts: [
      ["Sources", joinFirst(named, MOST_PATHS)],
      ["Remappings", joinFirst(remapped, MOST_PATHS)],
    ],
    likely: "a build in a different folder has different metadata, so its match isn't exact",
    next: advice(
      named.length === 0
        ? "use a remapping to a folder in the project, such as name/=path/in/the/project/"
        : "use source paths relative to the project",
    ),
  };
};

function isPersonal(file: string): boolean {
  return ABSOLUTE.test(file) || PERSONAL.test(file);
}

/** For languages other than Solidity, imports are never followed. */
const allFilesSubmitted: FindingRule = ({ compilation, plan, proof }) => {
  const isUnfollowed = plan.sources === "full" && compilation.input.language === "Solidity";
  if (proof.state !== "closure-differs" && !isUnfollowed) return undefined;
  return {
    prevents: null,
    code: "VC222",
    facts: [
      ...(proof.state === "closure-differs"
        ? listProof(proof, compilation)
        : [["Reason", plan.reason] as const]),
      ["Files", String(Object.keys(compilation.input.sources).length)],
    ],
    next: advice("compile the contract in a separate build with only its imports"),
  };
};

const noCompiler: FindingRule = ({ proof }) => {
  if (proof.state !== "predicted" || proof.noCompiler === undefined) return undefined;
  const { noCompiler: version } = proof;
  const [short = version] = version.split("+");
  return { prevents: null, code: "VC234", values: { version }, next: advice(installCompiler(short)) };
};

const RULES: readonly FindingRule[] = [
  rejectedSubmission,
  rejectedSources,
  sourcesChanged,
  changedSince,
  findMissingHash,
  sourcePath,
  allFilesSubmitted,
  findTwins,
  checkRuntimeCodeSize,
  checkInitCodeSize,
  noCompiler,
];

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
function findUnknownSettings({ input, compilerVersion }: Build): readonly string[] {
  if (input.language !== "Solidity" && input.language !== "Yul") return [];
  if (isEarlier(compilerVersion, FIRST_THAT_REJECTS) || !isEarlier(compilerVersion, FIRST_UNKNOWN)) return [];
  return Object.keys(input.settings).filter((key) => !SETTINGS.has(key));
}

/** Considers all CBOR auxdata in the code, including auxdata in contracts that the code creates. */
function findMissingHash(subject: LoadedSubject): Found | undefined {
  const { candidate, compilation } = subject;
  const { language, settings: used } = compilation.input;
  const compared = compareCode("creation", zeroLinks(candidate.creation), candidate.creation);
  if (appendsAuxdata(used) && compared?.hasMetadataHash === true) return undefined;
  const isSolidity = language === "Solidity";
  const isNone = asObject(used.metadata).bytecodeHash === "none";
  const without = isNone ? 'metadata.bytecodeHash is "none"' : "a contract it creates has no metadata hash";
  const setting = appendsAuxdata(used) ? without : "metadata.appendCBOR is false";
  return {
    prevents: "exact_match",
    code: "VC220",
    facts: [
      ["Setting", isSolidity ? setting : undefined],
      ["Language", isSolidity ? undefined : language],
    ],
    next: isSolidity ? suggestHash(used, subject) : undefined,
  };
}

function suggestHash(used: Readonly<Record<string, unknown>>, subject: Subject): NextStep {
  return suggest(appendsAuxdata(used) ? METADATA_HASH : CBOR_AND_HASH, subject);
}

const MOST_TWINS = 5;

/** A metadata hash would distinguish the twins, because the metadata includes the contract's name. */
function findTwins(subject: ProvenSubject): Found | undefined {
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
        : advice("when you verify it, specify the contract with --contract"),
  };
}

/** EIP-170 and EIP-3860. Some chains have different limits or none. */
function checkRuntimeCodeSize(subject: Subject): Found | undefined {
  return findTooLarge("VC230", codeLength(subject.candidate.runtime.object), 24_576, subject);
}

function checkInitCodeSize(subject: Subject): Found | undefined {
  return findTooLarge("VC231", codeLength(subject.candidate.creation.object), 49_152, subject);
}

function findTooLarge(code: Found["code"], bytes: number, most: number, subject: Subject): Found | undefined {
  if (bytes <= most) return undefined;
  const { input } = subject.compilation ?? {};
  const { enabled, runs } = asObject(input?.settings.optimizer);
  const isSmallest = enabled === true && runs === 1;
  return {
    prevents: null,
    code,
    facts: [
      ["Size", `${groupDigits(bytes)} bytes, ${groupDigits(bytes - most)} too many`],
      ["Limit", `${groupDigits(most)} bytes`],
    ],
    next:
      input?.language === "Solidity" && !isSmallest
        ? suggest(OPTIMIZER, subject)
        : advice("move code into libraries or other contracts"),
  };
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

/** Replaces the library addresses with zeros. */
export function zeroLinks({ object }: CodeTemplate): string {
  return encodeCode(toBytes(object));
}
