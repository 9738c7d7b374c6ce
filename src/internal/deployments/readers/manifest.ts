import { createRequire } from "node:module";
import path from "node:path";
import type * as Yaml from "yaml";
import { listDefaultLocations, type ProjectPaths } from "../../builds/project/project-paths.ts";
import { parseTarget } from "../../domain/target.ts";
import { advice } from "../../errors/next-step.ts";
import type { VerifyContractError } from "../../errors/problem.ts";
import { explainIssues, formatPath } from "../../text/explain-issues.ts";
import { explainFileError } from "../../text/file-reason.ts";
import { isObject, withoutUndefined } from "../../text/is-object.ts";
import { toLibraries } from "../checked-values.ts";
import { type DeployedContract, type Deployment, MANIFEST } from "../model.ts";
import { readRecordText, wrongFile } from "../record-file.ts";
import {
  FLEET_KEYS,
  FLEET_SCHEMA,
  type FleetManifest,
  fleetSchema,
  MANIFEST_KEYS,
  MANIFEST_SCHEMA,
  type Manifest,
  type ManifestContract,
  manifestSchema,
  RECORD_KEYS,
} from "./manifest-schema.ts";

const require = createRequire(import.meta.url);
const LARGEST_BYTES = 4 * 1024 * 1024;
const MOST_ALIASES = 100;

export type ManifestPart = ReturnType<typeof toPart> & { readonly node?: ManifestNode };

/** At most one key is defined. If both are undefined, the configured network is used. */
export interface ManifestNode {
  readonly network: string | undefined;
  /** May still contain `${VARIABLE}`. */
  readonly rpcUrl: string | undefined;
}

/** Reads JSON or YAML (docs/deployments.md), with paths relative to the file. Returns one part per chain. */
export async function readManifest(file: string, project: ProjectPaths): Promise<readonly ManifestPart[]> {
  const manifest = parseManifest(file, await readRecordText(file, LARGEST_BYTES));
  if (manifest.schema !== FLEET_SCHEMA) return [toPart(manifest, file, project)];
  return Object.entries(manifest.chains).map(([id, { network, rpcUrl, deployments, contracts = [] }]) => {
    const shared = (manifest.contracts ?? []).flatMap(({ addresses, ...rest }) => {
      const address = addresses[id];
      return address === undefined ? [] : [{ ...rest, address }];
    });
    const parts = { chainId: Number(id), contracts: [...contracts, ...shared], deployments };
    return { ...toPart(parts, file, project), node: { network, rpcUrl } };
  });
}

function toPart(
  { chainId, contracts = [], deployments = [] }: Omit<Manifest, "schema">,
  file: string,
  project: ProjectPaths,
) {
  const absolute = (relative: string): string => path.resolve(path.dirname(file), relative);
  const own: Deployment = {
    tool: MANIFEST,
    location: file,
    chainId,
    contracts: contracts.map((each) => toContract(each, file, absolute, project)),
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
  const value = parseYaml(file, text);
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
    issues.map(({ path, text }) => [formatPath(path, "The manifest"), text]),
    isFleet ? SHORTEST_FLEET : SHORTEST_MANIFEST,
  );
}

function parseYaml(file: string, text: string): unknown {
  // Loaded only for a manifest, because it takes as long as all checks of a contract.
  const { isScalar, LineCounter, parseDocument } = require("yaml") as typeof Yaml;
  const problems: (readonly [string, string])[] = [];
  try {
    const lines = new LineCounter();
    const document = parseDocument(text, {
      schema: "core",
      // Excludes the tag for hexadecimal numbers, so an unquoted address isn't parsed as a number.
      customTags: (tags) =>
        tags.filter((tag) => typeof tag === "string" || !("format" in tag) || tag.format !== "HEX"),
      lineCounter: lines,
      // Disabled, because it would take quadratic time.
      prettyErrors: false,
      // 1 and "1" are the same key once parsed. A key that isn't a scalar could hide a repeated key.
      uniqueKeys: (a, b) => !isScalar(a) || !isScalar(b) || String(a.value) === String(b.value),
    });
    problems.push(
      ...document.errors.map(({ pos, message }) => [`Line ${lines.linePos(pos[0]).line}`, message] as const),
    );
    if (problems.length === 0) return document.toJS({ maxAliasCount: MOST_ALIASES });
  } catch (cause) {
    // There are too many aliases, or values are nested too deeply.
    throw wrongManifest(file, [["The file", explainFileError(cause)]], undefined, cause);
  }
  throw wrongManifest(file, problems);
}

export const SHORTEST_MANIFEST = `{ "schema": "${MANIFEST_SCHEMA}", "contracts": [{ "address": "0x…" }] }`;
const SHORTEST_FLEET = `{ "schema": "${FLEET_SCHEMA}", "chains": { "1": { "contracts": [{ "address": "0x…" }] } } }`;

function wrongManifest(
  file: string,
  problems: readonly (readonly [place: string, text: string])[],
  shortest = SHORTEST_MANIFEST,
  cause?: unknown,
): VerifyContractError {
  return wrongFile("VC705", file, problems, {
    next: advice(`correct it; a minimal manifest is ${shortest}`),
    cause,
  });
}

function toContract(
  it: ManifestContract,
  file: string,
  absolute: (relative: string) => string,
  project: ProjectPaths,
): DeployedContract {
  const { address, buildInfo, creationTransactionHash, constructorArguments, libraries } = it;
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
          ...toLibraries(libraries),
          isDemanded: true as const,
        })
      : undefined,
    buildSource: {
      kind: "build-files",
      locations: buildInfo === undefined ? listDefaultLocations(project) : [absolute(buildInfo)],
      isNamed: buildInfo !== undefined,
    },
    contract: it.contract,
  };
}
