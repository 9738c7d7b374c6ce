import type { CodeTemplate } from "./code-template.ts";
import type { StandardJsonInput } from "./compiler-input.ts";

/** One compiler run: what was compiled, and by which compiler. */
export interface Build {
  readonly id: string;
  /** Absolute path. */
  readonly file: string;
  /** The long version with the commit, `0.8.28+commit.7893614a`. */
  readonly compilerVersion: string;
  /** As compiled. */
  readonly input: StandardJsonInput;
}

/** How a contract is called. */
export interface ContractName {
  readonly name: string;
  /** Path as the user knows it, `contracts/Vault.sol`. */
  readonly sourceName: string;
  /** `sourceName:name`. */
  readonly fullyQualifiedName: string;
  /** Path as the compiler got it, `project/contracts/Vault.sol`. */
  readonly inputSourceName: string;
}

/** What a compiler made of a contract. */
export interface CompiledContract {
  readonly abi: readonly Readonly<Record<string, unknown>>[];
  readonly runtime: CodeTemplate;
  readonly creation: CodeTemplate;
  /** The metadata, byte for byte as the compiler wrote it, where the build file has it. */
  readonly metadata?: string;
  /** As the compiler wrote it, unchecked, where the build file has it. */
  readonly storageLayout?: unknown;
  /** What a deployment tool wrote down of the deployment, where the build file is one of it. */
  readonly deployment?: RecordedDeployment;
}

/** What a deployment tool wrote down of one contract. It is a witness like others, and cross-checked like them. */
export interface RecordedDeployment {
  readonly address: string;
  /** The transaction that created it, in lower case; several where the tool does not tell which of them it was. */
  readonly transactionHashes: readonly string[];
  /** `Name` or `path:Name`, where the tool knows which contract it deployed. */
  readonly contractName?: string;
  /** 0x-hex, as they are encoded. */
  readonly constructorArguments?: string;
  /** 0x-hex: what was sent to create it, constructor arguments included. */
  readonly creationCode?: string;
  /** Where it was created by CREATE2: who did it, and the salt, both 0x-hex. */
  readonly create2?: { readonly deployer: string; readonly salt: string };
  /** Address by name, `Name` or `path:Name`; there may be more than the contract uses. */
  readonly libraries?: Readonly<Record<string, string>>;
  /** Somebody wrote it for this very contract, so that it has to be true: a tool's may be of an older deployment. */
  readonly isDemanded?: true;
}

/** A contract that might be the one on chain. */
export interface BuildCandidate extends ContractName, CompiledContract {
  readonly buildId: string;
  /** Absolute path of the build-info. */
  readonly buildFile: string;
  /** Absolute path of the file that it was read from. */
  readonly file: string;
}
