import { findTrailingAuxdata } from "../../bytecode/cbor-auxdata.ts";
import { getIdentifier, splitName } from "../../domain/build.ts";
import { toBytes } from "../../domain/code-template.ts";
import { findDifferingSettings } from "../../solidity/normalised-settings.ts";
import { getOwn } from "../../text/is-object.ts";
import {
  type CheckRule,
  endIfFailed,
  type Finding,
  failed,
  needBuild,
  needFromRecord,
  notReturned,
  passed,
  skipped,
  unknown,
} from "../check.ts";
import { mustFitBuild, mustFitMetadata, needToFitBuild, OTHER_AUTHOR } from "../compare/comparable.ts";
import { compareEach, compareText, listNames } from "../compare/compare-values.ts";
import type { Evidence } from "../evidence.ts";

export const compilerVersion: CheckRule = {
  id: "compiler-version",
  claim: "sources",
  subject: "compiler as in the build",
  witnesses: ["record", "build"],
  proves:
    "The record's metadata and its `compilation` field contain the same long compiler version as the build. Both fields are also compared without a build.",
  run: (evidence) => {
    const { metadata, compilation: stored } = evidence.record;
    const versions = [metadata?.compiler?.version, stored?.compilerVersion];
    const named = versions.filter((version) => version !== undefined);
    // Auxdata contains the compiler's version. Without auxdata, several compilers may produce the same code, and a
    // service may store them as one compilation. It may also omit the version's commit.
    const [first = "", ...others] = named.filter((version) => version.includes("+"));
    const auxdata = findTrailingAuxdata(toBytes(evidence.facts.runtimeBytecode));
    if (auxdata !== undefined) endIfFailed(compareEach(first, others));
    if (!mustFitMetadata(evidence)) return OTHER_AUTHOR;
    endIfFailed(compareEach(needFromRecord(named[0], "the compiler version"), named));
    needToFitBuild(evidence);
    return compareEach(needBuild(evidence).compilation.compilerVersion.replace(/^v/, ""), named);
  },
};

export const settings: CheckRule = {
  id: "settings",
  claim: "sources",
  subject: "settings as in the build",
  witnesses: ["record", "build"],
  proves:
    "The compiler settings in the record's metadata equal the build's settings after defaults are filled in. The EVM version is compared only if both specify one. If there is no metadata, the settings in the record's `compilation` field are compared instead, and a difference makes the check unknown.",
  run: (evidence) => {
    needToFitBuild(evidence);
    const { compiled, compilation, expected } = needBuild(evidence);
    const { record } = evidence;
    const { compilerVersion } = compilation;
    const { language, settings: built } = compilation.input;
    if (language !== "Solidity") return skipped(`${language} settings are not compared`);
    const metadataSettings = record.metadata?.settings;
    const compilationSettings = record.compilation?.compilerSettings;
    const differing = findDifferingSettings(
      built,
      needFromRecord(metadataSettings ?? compilationSettings, "the settings"),
      compilerVersion,
    );
    if (differing.length === 0) {
      const isShared =
        metadataSettings !== undefined &&
        compilationSettings !== undefined &&
        findDifferingSettings(built, compilationSettings, compilerVersion).length > 0;
      return passed(
        isShared ? "the metadata has these settings; the shared compilation lists different ones" : undefined,
      );
    }
    if (metadataSettings === undefined)
      return unknown(
        "the record has no metadata, and a shared compilation can have another submitter's settings",
      );
    // The prediction alone doesn't show whether the metadata differs only in line endings or also in its settings.
    const isExact = expected.runtime === "exact_match" || expected.creation === "exact_match";
    return compiled !== undefined && !isExact
      ? skipped("the build's metadata may differ from the metadata on chain, so its settings may differ too")
      : failed("the build's settings", `different ${listNames(differing)}`);
  },
};

export const contractName: CheckRule = {
  id: "contract-name",
  claim: "sources",
  subject: "name as in the build",
  witnesses: ["record", "build"],
  proves:
    "The record's metadata and its `compilation` field contain the same contract path and name as the build. If the metadata's hash is on chain, both fields are also compared without a build.",
  run: (evidence) => {
    if (!mustFitMetadata(evidence)) return OTHER_AUTHOR;
    const { record, build } = evidence;
    const targets = Object.entries(record.metadata?.settings?.compilationTarget ?? {});
    // The hash on chain covers the metadata but nothing else in the record.
    const { name, fullyQualifiedName } = record.compilation ?? {};
    const path = targets[0]?.[0] ?? build?.contract.inputSourceName;
    const alone = name === undefined || path === undefined ? [] : [`${path}:${name}`];
    const named = [
      ...targets.map((target) => target.join(":")),
      ...(fullyQualifiedName === undefined ? alone : [fullyQualifiedName]),
    ];
    endIfFailed(compareEach(named[0] ?? "", named));
    needToFitBuild(evidence);
    if (build !== undefined) endIfFailed(compareEach(getIdentifier(build.contract), named));
    needFromRecord(record.metadata, "the metadata, which names the contract");
    if (targets.length === 0) return unknown("the record's metadata names no compilation target");
    return compareEach(getIdentifier(needBuild(evidence).contract), named);
  },
};

const COMPILERS: Readonly<Record<string, string>> = {
  Solidity: "solc",
  Yul: "solc",
  Vyper: "vyper",
  Fe: "fe",
};

export const compilation: CheckRule = {
  id: "compilation",
  claim: "sources",
  subject: "compilation is consistent",
  witnesses: ["record", "build"],
  proves:
    "In the record's `compilation` field, the compiler supports the language, and the contract name is the last part of the fully qualified name. If the match covers the metadata, the metadata and the build must have the same language as the `compilation` field.",
  run: (evidence) => {
    const { record } = evidence;
    const { language, compiler, name, fullyQualifiedName } = needFromRecord(
      record.compilation,
      "the compilation",
    );
    const called = compiler?.toLowerCase();
    if (language !== undefined && compiler !== undefined) {
      const known = getOwn(COMPILERS, language);
      if (known !== undefined && known !== called) return failed(`${known} for ${language}`, compiler);
      if (known === undefined && called !== undefined && Object.values(COMPILERS).includes(called))
        return failed(`a language that ${called} compiles`, language);
    }
    if (fullyQualifiedName !== undefined && name !== undefined)
      endIfFailed(compareText(splitName(fullyQualifiedName).name, name));
    if (language !== undefined) endIfFailed(compareLanguage(language, evidence));
    const [missing] = Object.entries({ language, compiler, name }).filter(([, part]) => part === undefined);
    return missing === undefined
      ? passed(`${name}, ${language} by ${called}`)
      : notReturned(`the compilation's ${missing[0]}`);
  },
};

/** Compares the language with the metadata's and the build's language, if the match covers the metadata. */
function compareLanguage(language: string, evidence: Evidence): Finding | undefined {
  if (!mustFitMetadata(evidence)) return undefined;
  const { record, build } = evidence;
  const built = mustFitBuild(evidence) ? build?.compilation.input.language : undefined;
  return compareEach(built ?? language, [language, record.metadata?.language ?? language]);
}
