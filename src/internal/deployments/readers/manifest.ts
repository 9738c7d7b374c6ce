import path from "node:path";

import { isMap, isNode, isScalar, isSeq, LineCounter, parseDocument, type Tags, visit } from "yaml";

import type { BuildSource } from "../../builds/build-source.ts";
import { listDefaultLocations, type ProjectPaths } from "../../builds/project/project-paths.ts";
import { parseTarget } from "../../domain/target.ts";
import { advice } from "../../errors/next-step.ts";
import type { VerifyContractError } from "../../errors/problem.ts";
import { explainIssues, formatPath } from "../../text/explain-issues.ts";
import { explainFileError } from "../../text/file-reason.ts";
import { isObject, withoutUndefined } from "../../text/is-object.ts";
import { librariesOf } from "../checked-values.ts";
import { type DeployedContract, type Deployment, MANIFEST } from "../model.ts";
import { readRecordText, wrongFile } from "../record-file.ts";
import {
  FLEET_KEYS,
  FLEET_SCHEMA,
  type FleetManifest,
  fleetSchema,
  MANIFEST_KEYS,
  type Manifest,
  type ManifestContract,
  manifestSchema,
  RECORD_KEYS,
} from "./manifest-schema.ts";

const LARGEST_BYTES = 4 * 1024 * 1024;
const MOST_ALIASES = 100;

export type ManifestPart = ReturnType<typeof partOf> & { readonly node?: ManifestNode };

/** At most one key is defined. If both are undefined, the configured network is used. */
export interface ManifestNode {
  readonly network: string | undefined;
  /** May still contain `${VARIABLE}`. */
  readonly rpcUrl: string | undefined;
}

/** Reads JSON or YAML (docs/deployments.md), with paths relative to the file. Returns one part per chain. */
export async function readManifest(file: string, project: ProjectPaths): Promise<readonly ManifestPart[]> {
  const manifest = parseManifest(file, await readRecordText(file, LARGEST_BYTES));
  if (manifest.schema !== FLEET_SCHEMA) return [partOf(manifest, file, project)];
  return Object.entries(manifest.chains).map(([id, { network, rpcUrl, deployments, contracts = [] }]) => {
    const shared = (manifest.contracts ?? []).flatMap(({ addresses, ...rest }) => {
      const address = addresses[id];
      return address === undefined ? [] : [{ ...rest, address }];
    });
    const parts = { chainId: Number(id), contracts: [...contracts, ...shared], deployments };
    return { ...partOf(parts, file, project), node: { network, rpcUrl } };
  });
}

function partOf(
  { chainId, contracts = [], deployments = [] }: Omit<Manifest, "schema">,
  file: string,
  project: ProjectPaths,
) {
  const absolute = (relative: string): string => path.resolve(path.dirname(file), relative);
  const own: Deployment = {
    tool: MANIFEST,
    location: file,
    chainId,
    contracts: contracts.map((each) => contractOf(each, file, absolute, project)),
    passedOver: [],
  };
  return {
    own,
    named: deployments.map((each) => {
      // A path relative to the manifest, or an ID or network in the project, with the required build.
      const { path: name, buildInfo } =
        typeof each === "string" ? { path: each, buildInfo: undefined } : each;
      return { name, buildInfo: buildInfo === undefined ? undefined : absolute(buildInfo) };
    }),
  };
}

export function parseManifest(file: string, text: string): Manifest | FleetManifest {
  const { value, lineOf } = parseYaml(file, text);
  const isFleet = isObject(value) && (value.schema === FLEET_SCHEMA || value.chains !== undefined);
  const parsed = isFleet ? fleetSchema.safeParse(value) : manifestSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issues = explainIssues(parsed.error.issues, {
    value,
    keys: isFleet ? FLEET_KEYS : MANIFEST_KEYS,
    // A node's URL may contain a key.
    isSecret: (path) => path.includes("rpcUrl"),
  });
  throw wrongManifest(
    file,
    issues.map(({ path, text }) => {
      const line = lineOf(path);
      return [formatPath(path, "The manifest"), line === undefined ? text : `${text} (line ${line})`];
    }),
  );
}

function parseYaml(file: string, text: string) {
  const problems: (readonly [string, string])[] = [];
  try {
    const lines = new LineCounter();
    const document = parseDocument(text, {
      schema: "core",
      customTags: withoutHexNumbers,
      lineCounter: lines,
      // Both options are disabled, because they would take quadratic time.
      prettyErrors: false,
      uniqueKeys: false,
    });
    const at = (offset: number): string => `Line ${lines.linePos(offset).line}`;
    problems.push(...document.errors.map(({ pos, message }) => [at(pos[0]), message] as const));
    visit(document, {
      Map(_, { items }) {
        const known = new Set<string>();
        for (const { key } of items) {
          // The parser doesn't check for unique keys, so repeated keys are reported here. A key that isn't a scalar
          // could hide a repetition.
          if (!isScalar(key))
            problems.push([at((isNode(key) && key.range?.[0]) || 0), "a key is not a string"]);
          else if (known.has(String(key.value)))
            problems.push([at(key.range?.[0] ?? 0), `the key ${key.value} is repeated`]);
          else known.add(String(key.value));
        }
      },
    });
    if (problems.length === 0)
      return {
        value: document.toJS({ maxAliasCount: MOST_ALIASES }) as unknown,
        /** Returns the line of the value at a path, or of the nearest enclosing value that exists. */
        lineOf: (path: readonly PropertyKey[]) => {
          const found = offsetAt(document.contents, path);
          return found === undefined ? undefined : lines.linePos(found).line;
        },
      };
  } catch (cause) {
    // There are too many aliases, or values are nested too deeply.
    throw wrongManifest(file, [["The file", explainFileError(cause)]], cause);
  }
  throw wrongManifest(file, problems);
}

/** The position of a value, or of its key in a map. For a value behind an alias, the alias's position. */
function offsetAt(root: unknown, path: readonly PropertyKey[]): number | undefined {
  let node = root;
  let offset = isNode(root) ? root.range?.[0] : undefined;
  for (const part of path) {
    const pair = isMap(node)
      ? node.items.find(({ key }) => isScalar(key) && String(key.value) === String(part))
      : undefined;
    const next = isSeq(node) ? node.items[Number(part)] : pair?.value;
    const place = pair === undefined ? next : pair.key;
    if (isNode(place) && place.range != null) offset = place.range[0];
    if (next === undefined || next === null) break;
    node = next;
  }
  return path.length === 0 ? undefined : offset;
}

/** Removes the tag for hexadecimal numbers, so an unquoted address isn't parsed as a number. */
function withoutHexNumbers(tags: Tags): Tags {
  return tags.filter((tag) => typeof tag === "string" || !("format" in tag) || tag.format !== "HEX");
}

function wrongManifest(
  file: string,
  problems: readonly (readonly [place: string, text: string])[],
  cause?: unknown,
): VerifyContractError {
  return wrongFile("VC705", file, problems, {
    next: advice("correct it; see the example in docs/deployments.md"),
    cause,
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
      ? withoutUndefined({
          address: target.address,
          transactionHashes:
            creationTransactionHash === undefined ? [] : [creationTransactionHash.toLowerCase()],
          constructorArguments: constructorArguments?.toLowerCase(),
          ...librariesOf(libraries),
          isDemanded: true as const,
        })
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
    ? { kind: "build-files", locations: listDefaultLocations(project), isNamed: false }
    : { kind: "build-files", locations: [absolute(buildInfo)], isNamed: true };
}
