import type { CodeTemplate } from "./code-template.ts";
import type { StandardJsonInput } from "./compiler-input.ts";

/** One compiler run: what was compiled, and by which compiler. */
export interface Build {
  readonly id: string;
  /** Absolute path. */
  readonly file: string;
  /** The long version with the commit, `0.8.28+commit.7893614a`. */
  readonly compilerVersion: string;
  /** Exactly as compiled. */
  readonly input: StandardJsonInput;
  /** If sources on disk are no longer those that were compiled. */
  readonly outdated?: {
    /** When the build file was written, in ISO 8601. */
    readonly writtenAt: string;
    readonly sources: readonly {
      /** The path in the compiler input. */
      readonly name: string;
      /** Relative to the project, with forward slashes. */
      readonly path: string;
      /** Changed after the build file was written. */
      readonly isNewer: boolean;
    }[];
  };
}

/** The names of a contract. */
export interface ContractName {
  readonly name: string;
  /** The user's path, `contracts/Vault.sol`. */
  readonly sourceName: string;
  /** `sourceName:name`. */
  readonly fullyQualifiedName: string;
  /** The path in the compiler input, `project/contracts/Vault.sol`. */
  readonly inputSourceName: string;
}

/** The entries of an ABI, as parsed JSON. */
export type Abi = readonly Readonly<Record<string, unknown>>[];

/** The compiler's output for a contract. */
export interface CompiledContract {
  readonly abi: Abi;
  readonly runtime: CodeTemplate;
  readonly creation: CodeTemplate;
  /** The metadata, byte for byte as the compiler wrote it; missing where the build file lacks it. */
  readonly metadata?: string | undefined;
  /** The storage layout as in the build file, not validated. */
  readonly storageLayout?: unknown;
  /** For a build file that is also a deployment record. */
  readonly deployment?: RecordedDeployment | undefined;
}

/** A deployment record of one contract. It is a witness like others, and is cross-checked. */
export interface RecordedDeployment {
  readonly address: string;
  /** The creating transaction, in lower case; several candidates where the tool does not record which one it was. */
  readonly transactionHashes: readonly string[];
  /** `Name` or `path:Name` of the deployed contract. */
  readonly contractName?: string;
  /** 0x-hex, ABI-encoded. */
  readonly constructorArguments?: string;
  /** 0x-hex: the init code, constructor arguments included. */
  readonly creationCode?: string;
  /** For CREATE2: the deployer's address and the salt, both 0x-hex. */
  readonly create2?: { readonly deployer: string; readonly salt: string };
  /** Addresses by `Name` or `path:Name`, possibly also of libraries that the contract does not use. */
  readonly libraries?: Readonly<Record<string, string>>;
  /** Another contract created it, in a transaction of the tool. */
  readonly byContract?: true;
  /** A service that sends transactions for others was to create it, by this id; it may not have done so yet. */
  readonly remoteDeploymentId?: string;
  /** The user stated it for this contract, so it must be true; a tool's record may be outdated. */
  readonly isDemanded?: true;
}

/** A compiled contract that might be the one on chain. */
export interface BuildCandidate extends ContractName, CompiledContract {
  readonly buildId: string;
  /** Absolute path of the build-info. */
  readonly buildFile: string;
  /** Absolute path of the file that the contract was read from. */
  readonly file: string;
}

/** True if a record's name can be this contract's. Folders are ignored: each tool names them differently. */
export function isNameOf(
  recorded: string,
  { name, sourceName }: Pick<ContractName, "name" | "sourceName">,
): boolean {
  const file = sourceName.slice(sourceName.lastIndexOf("/") + 1);
  return recorded === name || recorded.slice(recorded.lastIndexOf("/") + 1) === `${file}:${name}`;
}

/**
 * True if a given name is this contract's, with its file and the folder of that: `first/Vault.sol` is not
 * `second/Vault.sol`. Tools name the folders above differently.
 *
 * @param given `Name` or `path:Name`.
 */
export function fitsName(
  given: string,
  contract: Pick<ContractName, "name" | "sourceName" | "inputSourceName">,
): boolean {
  const folder = folderIn(given);
  const folders = [contract.sourceName, contract.inputSourceName].map(folderIn);
  const isInOther = folder !== undefined && !folders.includes(undefined) && !folders.includes(folder);
  return isNameOf(given, contract) && !isInOther;
}

/** The name of the folder that a file is in, a package's without its version; undefined for a name without one. */
function folderIn(path: string): string | undefined {
  return path
    .split("/")
    .at(-2)
    ?.replace(/(?<!^)@.*$/, "");
}
