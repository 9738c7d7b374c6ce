import type { BuildFiles } from "../builds/build-source.ts";
import type { ProjectPaths } from "../builds/project/project-paths.ts";
import type { NodeInstance } from "../chain/chain-port.ts";
import type { RecordedDeployment } from "../domain/build.ts";
import type { Target } from "../domain/target.ts";
import type { Json } from "../text/is-object.ts";

/** This plugin's own format for deployments. Manifests are written by hand and can refer to other records. */
export const MANIFEST = "manifest";

export interface RecordingTool {
  readonly tool: string;
  /** `guess`: by code similarity. `role`: a role, such as "implementation". @default the project's own names */
  readonly naming?: "guess" | "role";
}

export interface DeploymentReader extends RecordingTool {
  /** The absolute path of the project folder in which the tool keeps its records. */
  readonly folder?: (project: ProjectPaths) => string;
  /** Describes the names of `folder`'s subfolders, which users can pass to select records. */
  readonly ids?: string;
  /** Locates records in a folder, or the folder itself as a record. If `peek` is missing, considers only file names. */
  readonly locate: (
    folder: string,
    files: readonly string[],
    peek?: Peek,
  ) => readonly Found[] | Promise<readonly Found[]>;
  /** Recognizes a JSON file's content as a record, or as part of a record folder. */
  readonly recognise?: (json: Json) => "record" | "part" | undefined;
  readonly locateOfNode?: (
    chainId: number,
    project: ProjectPaths,
    node: DevelopmentNode,
  ) => Promise<readonly Found[]>;
  readonly read: (location: string, project: ProjectPaths) => Promise<readonly Deployment[]>;
  /** True if the tool only simulated a deployment to this chain. Called if there are no records. */
  readonly isSimulated?: (chainId: number, project: ProjectPaths) => Promise<boolean>;
}

/** Reads the first few of the given JSON files in a folder. Skips unreadable files. */
type Peek = (names: readonly string[]) => Promise<readonly { readonly name: string; readonly json: Json }[]>;

export interface Found {
  readonly location: string;
  /** The chain specified by the record's path or by a file beside it. Undefined if neither specifies a chain. */
  readonly chainId?: number | undefined;
  /** True if the location's subfolders must not be searched. */
  readonly isWhole?: true;
}

/** Identifies a development node's current run. Undefined for any other node. */
export type DevelopmentNode = () => Promise<NodeInstance | undefined>;

export interface Deployment extends RecordingTool {
  readonly location: string;
  /** Undefined if the record doesn't specify it. */
  readonly chainId: number | undefined;
  /** The script, and its broadcast's time in milliseconds since 1970. */
  readonly broadcast?: { readonly script: string; readonly timestampMs: number | undefined };
  readonly contracts: readonly DeployedContract[];
  readonly passedOver: readonly PassedOver[];
  /** Hashes of transactions that called contracts, which may have created others. @default none are recorded */
  readonly calls?: readonly string[];
}

export interface DeployedContract {
  readonly name: string;
  readonly file: string;
  readonly target: Target;
  /** Undefined if a manifest states only the address. */
  readonly recorded: RecordedDeployment | undefined;
  readonly buildSource: BuildFiles;
  /** The contract in the build, `Name` or `path:Name`, if a manifest specifies it. */
  readonly contract: string | undefined;
  /** True if a receipt reports a failure. Tools may mix up receipts, so code at the address takes precedence. */
  readonly mayHaveFailed?: true;
  /** The reason to skip the contract if it has no code. If undefined, missing code is an error. */
  readonly whyGone?: string;
}

export function recordedContract(
  name: string,
  file: string,
  recorded: RecordedDeployment,
  locations: readonly string[],
): DeployedContract {
  const { address } = recorded;
  return {
    name,
    file,
    target: { kind: "address", input: address, address },
    recorded,
    buildSource: { kind: "build-files", locations, isNamed: false },
    contract: undefined,
  };
}

const UNNAMED = "contract";

/** @param by The contract that was called and thereby created this one. */
export function unnamedContract(by?: string): string {
  return by === undefined ? UNNAMED : `${UNNAMED} created by ${by}`;
}

/** A contract's own name has no spaces. */
export function isUnnamed(name: string): boolean {
  return name.split(" ", 1)[0] === UNNAMED;
}

export const FAILED = "its transaction failed";

export const BAD_ADDRESS = {
  reason: "its address is invalid or has a wrong checksum",
  isBroken: true,
} as const;

/** A skipped entry in a deployment record, such as a contract that someone else deployed. */
export interface PassedOver {
  readonly name: string;
  readonly file: string;
  readonly reason: string;
  /** Checksummed address of a contract that someone else deployed, according to the record. */
  readonly address?: string;
  /** True if the entry is broken and may hide a contract, so a run over all deployments must fail. */
  readonly isBroken?: true;
}
