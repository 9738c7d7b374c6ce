import type { CodeTemplate } from "./code-template.ts";
import type { StandardJsonInput } from "./compiler-input.ts";

/** One compiler run: the input and the compiler. */
export interface Build {
  readonly id: string;
  /** Absolute path. */
  readonly file: string;
  /** The long version with the commit, `0.8.28+commit.7893614a`. */
  readonly compilerVersion: string;
  /** Exactly as compiled. */
  readonly input: StandardJsonInput;
  /** Set if sources on disk differ from the compiled sources. */
  readonly outdated?: {
    /** The time when the build file was written, in ISO 8601 format. */
    readonly writtenAt: string;
    readonly sources: readonly {
      /** The path in the compiler input. */
      readonly name: string;
      /** Relative to the project, with forward slashes. */
      readonly path: string;
      readonly isNewer: boolean;
    }[];
  };
}

export type Compilation = Pick<Build, "input" | "compilerVersion">;

export interface ContractName {
  readonly name: string;
  /** The path in the user's project, such as `contracts/Vault.sol`. */
  readonly sourceName: string;
  /** `sourceName:name`. */
  readonly fullyQualifiedName: string;
  /** The path in the compiler input, such as `project/contracts/Vault.sol`. */
  readonly inputSourceName: string;
}

export function createContractName(
  name: string,
  inputSourceName: string,
  sourceName = inputSourceName,
): ContractName {
  return { name, sourceName, fullyQualifiedName: `${sourceName}:${name}`, inputSourceName };
}

/** A contract in a compiler input. */
export type InputName = Pick<ContractName, "inputSourceName" | "name">;

/** Returns the contract's name in the compiler input: `path:Name`. */
export function getIdentifier({ inputSourceName, name }: InputName): string {
  return `${inputSourceName}:${name}`;
}

/** Splits `path:Name` at the last colon. The path is empty if there is only a name. */
export function splitName(fullName: string): { readonly path: string; readonly name: string } {
  const colon = fullName.lastIndexOf(":");
  return { path: fullName.slice(0, Math.max(0, colon)), name: fullName.slice(colon + 1) };
}

export type Abi = readonly Readonly<Record<string, unknown>>[];

export interface CompiledContract {
  readonly abi: Abi;
  readonly runtime: CodeTemplate;
  readonly creation: CodeTemplate;
  /** The metadata exactly as the compiler wrote it. Missing if it isn't in the build file. */
  readonly metadata?: string | undefined;
  /** The storage layout from the build file, not validated. */
  readonly storageLayout?: unknown;
  /** Set if the build file is also a deployment record. */
  readonly deployment?: RecordedDeployment | undefined;
}

/** One contract's deployment record. It is one of the witnesses and is cross-checked. */
export interface RecordedDeployment {
  readonly address: string;
  /** In lowercase. Lists several candidates if the tool doesn't record which transaction created the contract. */
  readonly transactionHashes: readonly string[];
  /** The deployed contract's `Name` or `path:Name`. */
  readonly contractName?: string;
  /** 0x-prefixed hex, ABI-encoded. */
  readonly constructorArguments?: string;
  /** The init code including constructor arguments, 0x-prefixed hex. */
  readonly creationCode?: string;
  /** A CREATE2 deployment's deployer address and salt, both 0x-prefixed hex. */
  readonly create2?: { readonly deployer: string; readonly salt: string };
  /** Library addresses by `Name` or `path:Name`. May include libraries that the contract doesn't use. */
  readonly libraries?: Readonly<Record<string, string>>;
  /** True if another contract created this one, in a transaction sent by the tool. */
  readonly byContract?: true;
  /** Its ID at a service that sends transactions on the user's behalf. The deployment may still be pending. */
  readonly remoteDeploymentId?: string;
  /** True if the user wrote the record, so the contract must agree with it. A tool's record may be outdated. */
  readonly isDemanded?: true;
}

/** A compiled contract that may be the contract on chain. */
export interface BuildCandidate extends ContractName, CompiledContract {
  readonly buildId: string;
  /** Absolute path of the build-info. */
  readonly buildFile: string;
  /** Absolute path of the file that the contract was read from. */
  readonly file: string;
}

/** True if a name in a record may refer to this contract. Ignores folders, because tools name them differently. */
export function isContractNamed(
  recorded: string,
  { name, sourceName }: Pick<ContractName, "name" | "sourceName">,
): boolean {
  const file = sourceName.slice(sourceName.lastIndexOf("/") + 1);
  return recorded === name || recorded.slice(recorded.lastIndexOf("/") + 1) === `${file}:${name}`;
}

/** Also compares the file's folder: `first/Vault.sol` isn't `second/Vault.sol`. Parent folders differ between tools. */
export function hasFittingName(
  given: string,
  contract: Pick<ContractName, "name" | "sourceName" | "inputSourceName">,
): boolean {
  const folder = getFolderName(given);
  const folders = [contract.sourceName, contract.inputSourceName].map(getFolderName);
  const isInOther = folder !== undefined && !folders.includes(undefined) && !folders.includes(folder);
  return isContractNamed(given, contract) && !isInOther;
}

/** Returns the name of a file's folder, without a package version. Undefined if the path has no folder. */
function getFolderName(path: string): string | undefined {
  return path
    .split("/")
    .at(-2)
    ?.replace(/(?<!^)@.*$/, "");
}
