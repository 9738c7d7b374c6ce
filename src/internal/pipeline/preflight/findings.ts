import path from "node:path";
import { FORGE_BUILD } from "../../builds/project/project-paths.ts";
import { formatPath } from "../../builds/read-candidates.ts";
import { advice, build, installCompiler, rebuild } from "../../errors/next-step.ts";
import type { VerifyContractError } from "../../errors/problem.ts";
import { formatBytes, formatCount, joinFirst } from "../../text/amounts.ts";
import { formatUtcMinute } from "../../text/moment.ts";
import { outdatedFor } from "../stages/find-build.ts";
import {
  initCodeSize,
  metadataHash,
  relativeRemappings,
  runtimeCodeSize,
  settings,
  twin,
} from "./findings-in-settings.ts";
import type { Found, ProvenSubject, Subject } from "./subject.ts";

/** Finds one problem in the planned submission. It performs no I/O. */
type FindingRule = (subject: ProvenSubject) => Found | undefined;

/** Finds problems of a contract before it is deployed, in display order. */
export function findingsIn(subject: ProvenSubject): readonly Found[] {
  return RULES.flatMap((rule) => rule(subject) ?? []);
}

/** VC202: a submission requires the compiler input. */
export function findingsInUnreadable(error: VerifyContractError, subject: Subject): readonly Found[] {
  const { words, projectRoot } = subject;
  const { code, problem } = error.for({ words });
  const facts = problem.facts.map(
    ({ label, value }) => [label, path.isAbsolute(value) ? formatPath(value, projectRoot) : value] as const,
  );
  const unreadable = { prevents: "match", code, facts, likely: problem.likely, next: problem.next } as const;
  return [unreadable, ...[runtimeCodeSize, initCodeSize].flatMap((rule) => rule(subject) ?? [])];
}

const LANGUAGES = ["Solidity", "Yul", "Vyper", "Fe"];

const language: FindingRule = ({ compilation: { input } }) =>
  LANGUAGES.includes(input.language)
    ? undefined
    : {
        prevents: "match",
        code: "VC227",
        values: { language: input.language },
        facts: [["Takes", LANGUAGES.join(", ")]],
      };

const rejected: FindingRule = ({ compilation, proof }) =>
  proof.state === "rejected"
    ? {
        prevents: "match",
        code: "VC232",
        facts: [
          ["Compiler", compilation.compilerVersion],
          ["It said", proof.reason],
        ],
        next: advice("compile all of it again", rebuild),
      }
    : undefined;

const sourcesChanged: FindingRule = ({ compilation, proof }) =>
  proof.state === "changed"
    ? {
        prevents: "match",
        code: "VC221",
        facts: [
          ["Reason", proof.reason],
          ["Shown by", shownBy(proof.shownBy, compilation.compilerVersion)],
        ],
        likely: "sources were edited after they were compiled, or the build's files are of several builds",
        next: advice("compile all of it again", rebuild),
      }
    : undefined;

/** A recompilation would deploy different code from this build's. */
const changedSince: FindingRule = ({ candidate, compilation, tool }) => {
  const { outdated } = outdatedFor(candidate, compilation);
  if (outdated === undefined) return undefined;
  return {
    prevents: null,
    code: "VC236",
    facts: [
      [
        "Changed",
        joinFirst(
          outdated.sources.map(({ path }) => path),
          MOST_PATHS,
        ),
      ],
      ["Compiled", formatUtcMinute(outdated.writtenAt)],
    ],
    next: tool === "foundry" ? FORGE_BUILD : build,
  };
};

function shownBy(by: "compiler" | "metadata", compilerVersion: string): string {
  return by === "compiler" ? `the compiler ${compilerVersion} here` : "the metadata that the build keeps";
}

const emptySource: FindingRule = ({ plan }) => {
  const empty = plan.files.filter(({ bytes }) => bytes === 0).map((file) => file.path);
  if (empty.length === 0) return undefined;
  return {
    prevents: "match",
    code: "VC228",
    facts: [["Source", empty.join(", ")]],
    next: advice("delete it, or write a comment into it"),
  };
};

/** Maximum size of a request to Sourcify, counted after decompression (measured with 3.12.1). */
const MOST_BYTES = 30 * 1024 * 1024;

const submissionSize: FindingRule = ({ plan }) => {
  if (plan.bytes <= MOST_BYTES) return undefined;
  const [largest] = [...plan.files].sort((a, b) => b.bytes - a.bytes);
  return {
    prevents: "match",
    code: "VC226",
    facts: [
      ["Size", formatBytes(plan.bytes)],
      ["Limit", formatBytes(MOST_BYTES)],
      ["Largest", largest && `${largest.path}, ${formatBytes(largest.bytes)}`],
    ],
    likely: plan.sources === "full" ? plan.reason : undefined,
    next: advice("compile the contract in a build of its own, with what it imports alone"),
  };
};

/** `/…`, `C:\…`, `\\server`, `file:`, `~/` */
const ABSOLUTE = /^(?:[/\\~]|[a-z]:[/\\]|file:)/i;
/** Points outside the project, into a home folder. */
const PERSONAL = /^(?:\.\.\/)+(?:home|users)\//i;
const MOST_PATHS = 3;

/** Remappings are part of the metadata and the submission too. */
const sourcePath: FindingRule = (subject) => {
  const { sources, settings: submitted } = subject.plan.body.stdJsonInput;
  const named = Object.keys(sources).filter(isForeign).sort();
  const remapped = remappingsIn(submitted).filter((each) => isForeign(each.slice(each.indexOf("=") + 1)));
  if (named.length === 0 && remapped.length === 0) return undefined;
  return {
    prevents: "exact_match",
    code: "VC224",
    facts: [
      ["Sources", joinFirst(named, MOST_PATHS)],
      ["Remappings", joinFirst(remapped, MOST_PATHS)],
    ],
    likely: "a build in another folder has other metadata, so that its match is not exact",
    next:
      named.length === 0
        ? relativeRemappings(subject)
        : advice("name the files by paths that are relative to the project"),
  };
};

function isForeign(file: string): boolean {
  return ABSOLUTE.test(file) || PERSONAL.test(file);
}

function remappingsIn({ remappings }: Readonly<Record<string, unknown>>): readonly string[] {
  return Array.isArray(remappings) ? remappings.filter((each) => typeof each === "string") : [];
}

const closureDiffers: FindingRule = ({ compilation, plan, proof }) => {
  if (proof.state !== "closure-differs") return undefined;
  const all = Object.keys(compilation.input.sources).length;
  return {
    prevents: null,
    code: "VC222",
    facts: [
      ["Reason", proof.reason],
      ["Shown by", shownBy(proof.shownBy, compilation.compilerVersion)],
      ["Submitted", `all ${formatCount(all, "file")} of the build, not ${plan.files.length}`],
    ],
    likely: "a bug of this compiler version",
    next: advice("compile with a newer version of the compiler, or the contract in a build of its own"),
  };
};

/** If imports can't be resolved, all files are submitted. For languages other than Solidity, this is expected. */
const importsUnknown: FindingRule = ({ compilation, plan }) =>
  plan.sources === "minimal" || compilation.input.language !== "Solidity"
    ? undefined
    : {
        prevents: null,
        code: "VC223",
        facts: [
          ["Reason", plan.reason],
          ["Files", String(plan.files.length)],
        ],
        next: advice("compile all of it again", rebuild),
      };

const noCompiler: FindingRule = ({ proof }) => {
  if (proof.state !== "predicted" || proof.noCompiler === undefined) return undefined;
  const { noCompiler: version } = proof;
  const [short = version] = version.split("+");
  return {
    prevents: null,
    code: "VC234",
    values: { version },
    next: advice(installCompiler(short)),
  };
};

const RULES: readonly FindingRule[] = [
  language,
  rejected,
  sourcesChanged,
  changedSince,
  settings,
  emptySource,
  submissionSize,
  metadataHash,
  sourcePath,
  closureDiffers,
  importsUnknown,
  twin,
  runtimeCodeSize,
  initCodeSize,
  noCompiler,
];
