import path from "node:path";

import { isNode, isScalar, LineCounter, parseDocument, type Tags, visit } from "yaml";

import type { BuildSource } from "../../builds/build-source.ts";
import { defaultLocations, type ProjectPaths } from "../../builds/project/project-paths.ts";
import { parseTarget } from "../../domain/target.ts";
import { advice } from "../../errors/next-step.ts";
import { VerifyContractError } from "../../errors/problem.ts";
import { explainIssues, pathText } from "../../text/explain-issues.ts";
import { librariesOf } from "../checked-values.ts";
import type { DeployedContract, Deployment } from "../model.ts";
import { readRecordText } from "../record-file.ts";
import {
  MANIFEST_KEYS,
  type Manifest,
  type ManifestContract,
  manifestSchema,
  RECORD_KEYS,
} from "./manifest-schema.ts";

const LARGEST_BYTES = 4 * 1024 * 1024;
const MOST_ALIASES = 100;
const MOST_PROBLEMS = 20;

/** A manifest's own contracts, and the deployments that it names. */
export interface ReadManifest {
  readonly own: Deployment;
  readonly named: readonly NamedByManifest[];
}

interface NamedByManifest {
  /** A path relative to the manifest, or an id or network of the project. */
  readonly name: string;
  /** Absolute path of the build that the manifest demands. */
  readonly buildInfo: string | undefined;
}

/**
 * Reads a manifest in JSON or YAML (docs/deployments.md). Its paths are relative to it.
 *
 * @param file Absolute path.
 * @throws VC704 for an unreadable file, VC705 with all its mistakes.
 */
export async function readManifest(file: string, project: ProjectPaths): Promise<ReadManifest> {
  const {
    chainId,
    contracts = [],
    deployments = [],
  } = parseManifest(file, await readRecordText(file, LARGEST_BYTES));
  const absolute = (relative: string): string => path.resolve(path.dirname(file), relative);
  return {
    own: {
      tool: "manifest",
      location: file,
      chainId,
      contracts: contracts.map((each) => contractOf(each, file, absolute, project)),
      passedOver: [],
    },
    named: deployments.map((each) => {
      const { path: name, buildInfo } =
        typeof each === "string" ? { path: each, buildInfo: undefined } : each;
      return { name, buildInfo: buildInfo === undefined ? undefined : absolute(buildInfo) };
    }),
  };
}

/** @throws VC705 */
export function parseManifest(file: string, text: string): Manifest {
  const value = parseYaml(file, text);
  const parsed = manifestSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issues = explainIssues(parsed.error.issues, { value, keys: MANIFEST_KEYS });
  throw wrongManifest(
    file,
    issues.map(({ path, text }) => [pathText(path, "The manifest"), text]),
  );
}

function parseYaml(file: string, text: string): unknown {
  const problems: (readonly [string, string])[] = [];
  try {
    const lines = new LineCounter();
    const document = parseDocument(text, {
      schema: "core",
      customTags: withoutHexNumbers,
      lineCounter: lines,
      // Both take time that grows with the square of the size.
      prettyErrors: false,
      uniqueKeys: false,
    });
    const at = (offset: number): string => `Line ${lines.linePos(offset).line}`;
    problems.push(...document.errors.map(({ pos, message }) => [at(pos[0]), message] as const));
    visit(document, {
      Map(_, { items }) {
        const known = new Set<string>();
        for (const { key } of items) {
          // An alias can repeat an existing key, whose value would be lost.
          if (!isScalar(key))
            problems.push([at((isNode(key) && key.range?.[0]) || 0), "a key is not a string"]);
          else if (known.has(String(key.value)))
            problems.push([at(key.range?.[0] ?? 0), `the key ${key.value} is repeated`]);
          else known.add(String(key.value));
        }
      },
    });
    if (problems.length === 0) return document.toJS({ maxAliasCount: MOST_ALIASES });
  } catch (cause) {
    // Too many aliases, or too deeply nested values.
    throw wrongManifest(file, [["The file", cause instanceof Error ? cause.message : String(cause)]], cause);
  }
  throw wrongManifest(file, problems);
}

/** An address without quotes would be a number. */
function withoutHexNumbers(tags: Tags): Tags {
  return tags.filter((tag) => typeof tag === "string" || !("format" in tag) || tag.format !== "HEX");
}

function wrongManifest(
  file: string,
  facts: readonly (readonly [label: string, value: string])[],
  cause?: unknown,
): VerifyContractError {
  const different = [...new Map(facts.map((fact) => [fact.join(": "), fact])).values()];
  const more = different.length - MOST_PROBLEMS;
  return new VerifyContractError("VC705", {
    values: { file },
    facts: [...different.slice(0, MOST_PROBLEMS), ["And", more > 0 ? `${more} more` : undefined]],
    next: advice("correct it; docs/deployments.md has an example"),
    ...(cause === undefined ? {} : { cause }),
  });
}

function contractOf(
  it: ManifestContract,
  file: string,
  absolute: (relative: string) => string,
  project: ProjectPaths,
): DeployedContract {
  const { address, creationTransactionHash, constructorArguments, libraries } = it;
  const target = parseTarget(address);
  const isRecord = target.kind === "address" && RECORD_KEYS.some((key) => it[key] !== undefined);
  return {
    name: it.name ?? it.contract ?? address,
    file,
    target,
    recorded: isRecord
      ? {
          address: target.address,
          transactionHashes:
            creationTransactionHash === undefined ? [] : [creationTransactionHash.toLowerCase()],
          ...(constructorArguments === undefined
            ? {}
            : { constructorArguments: constructorArguments.toLowerCase() }),
          ...librariesOf(libraries),
          isDemanded: true,
        }
      : undefined,
    buildSource: buildSourceOf(it, absolute, project),
    contract: it.contract,
  };
}

function buildSourceOf(
  { buildInfo, compilerVersion, stdJsonInput }: ManifestContract,
  absolute: (relative: string) => string,
  project: ProjectPaths,
): BuildSource {
  if (stdJsonInput !== undefined && compilerVersion !== undefined)
    return { kind: "standard-json-input", file: absolute(stdJsonInput), compilerVersion };
  return buildInfo === undefined
    ? { kind: "build-files", locations: defaultLocations(project), isNamed: false }
    : { kind: "build-files", locations: [absolute(buildInfo)], isNamed: true };
}
