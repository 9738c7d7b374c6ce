import type { BuildSource } from "../builds/build-source.ts";
import type { ProjectPaths } from "../builds/project/project-paths.ts";
import type { NodeInstance } from "../chain/chain-port.ts";
import type { RecordedDeployment } from "../domain/build.ts";
import type { Target } from "../domain/target.ts";

/** This plugin's own manifest, which no tool wrote and which can name other records. */
export const MANIFEST = "manifest";

export type Json = Readonly<Record<string, unknown>>;

/** A tool, and how its records name contracts. */
export interface RecordingTool {
  readonly tool: string;
  /** `guess`: by the similarity of code. `role`: by their part, such as "implementation". @default as the project does */
  readonly naming?: "guess" | "role";
}

export interface DeploymentReader extends RecordingTool {
  /** The project's folder of its records; absolute. */
  readonly folder?: (project: ProjectPaths) => string;
  /** Describes the names of the folders in `folder`: such a name alone names a record. */
  readonly ids?: string;
  /**
   * Locates the records that a folder has, or is.
   *
   * @param peek Missing at first: what file names alone show outweighs what any reader finds in a file.
   */
  readonly locate: (
    folder: string,
    files: readonly string[],
    peek?: Peek,
  ) => readonly Found[] | Promise<readonly Found[]>;
  /** Recognises the content of a JSON file as a record, or as a part of a folder that is one. */
  readonly recognise?: (json: Json) => "record" | "part" | undefined;
  /** Locates records that the tool keeps of a running development node. */
  readonly locateOfNode?: (
    chainId: number,
    project: ProjectPaths,
    node: DevelopmentNode,
  ) => Promise<readonly Found[]>;
  /** @throws VC704, VC705 */
  readonly read: (location: string, project: ProjectPaths) => Promise<readonly Deployment[]>;
}

/** The first few of the named JSON files of a folder, without those that can't be read. */
type Peek = (names: readonly string[]) => Promise<readonly { readonly name: string; readonly json: Json }[]>;

/** A deployment record that was found but not read yet. */
export interface Found {
  readonly location: string;
  /** The chain that its path or a small file states; undefined if neither does. */
  readonly chainId?: number | undefined;
  /** Absolute paths of the files that name its contracts. @default the location */
  readonly files?: readonly string[];
  /** No folder below it is searched. */
  readonly isWhole?: true;
}

/** Says which run of a development node a chain is; undefined for any other node. */
export type DevelopmentNode = () => Promise<NodeInstance | undefined>;

export interface Deployment extends RecordingTool {
  readonly location: string;
  /** undefined where the record does not state it. */
  readonly chainId: number | undefined;
  /** The script, and the time of its broadcast in milliseconds since 1970. */
  readonly broadcast?: { readonly script: string; readonly timestampMs: number | undefined };
  readonly contracts: readonly DeployedContract[];
  readonly passedOver: readonly PassedOver[];
}

export interface DeployedContract {
  readonly name: string;
  readonly file: string;
  readonly target: Target;
  /** undefined where a manifest states only the address. */
  readonly recorded: RecordedDeployment | undefined;
  readonly buildSource: BuildSource;
  /** The contract of the build, `Name` or `path:Name`, if a manifest states it. */
  readonly contract: string | undefined;
  /** A receipt says that its transaction failed. A tool can mix up receipts, so code at the address outweighs it. */
  readonly mayHaveFailed?: true;
  /** Why it is skipped if it has no code; without it, that is an error. */
  readonly whyGone?: string;
}

/** A contract that its tool recorded by its address. */
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

/** The name of a contract for which its tool has none. */
export const UNNAMED = "contract";

export const FAILED = "its transaction failed";

/** Why an entry is skipped whose address can't be read. */
export const BAD_ADDRESS = {
  reason: "its address is invalid or has a wrong checksum",
  isBroken: true,
} as const;

/** A skipped entry of a deployment record, such as a contract that others deployed. */
export interface PassedOver {
  readonly name: string;
  readonly file: string;
  readonly reason: string;
  /** Checksummed: of a contract that somebody else deployed, as far as the record knows. */
  readonly address?: string;
  /** The entry is broken and may hide a contract, so a run over all deployments must fail. */
  readonly isBroken?: true;
}
