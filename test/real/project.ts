import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { installPackages } from "../helpers/install-packages.ts";

/** Compilers of the checkout and of packages/. */
const COMPILERS = {
  "0.4.24": { longVersion: "0.4.24+commit.e67f0147", module: "solc-0.4.24" },
  "0.5.16": { longVersion: "0.5.16+commit.9c3226ce", module: "solc-0.5.16" },
  "0.7.1": { longVersion: "0.7.1+commit.f4a555be", module: "solc-0.7.1" },
  "0.7.6": { longVersion: "0.7.6+commit.7338295f", module: "solc-0.7.6" },
  "0.8.9": { longVersion: "0.8.9+commit.e5eed63a", module: "solc-0.8.9" },
  "0.8.10": { longVersion: "0.8.10+commit.fc410830", module: "solc-0.8.10" },
  "0.8.19": { longVersion: "0.8.19+commit.7dd6d404", module: "solc-0.8.19" },
  "0.8.24": { longVersion: "0.8.24+commit.e11b9ed9", module: "solc-0.8.24" },
  "0.8.26": { longVersion: "0.8.26+commit.8a97fa7a", module: "solc-0.8.26" },
  "0.8.27": { longVersion: "0.8.27+commit.40a35a09", module: "solc-0.8.27" },
  "0.8.28": { longVersion: "0.8.28+commit.7893614a", module: "solc" },
  "0.8.29": { longVersion: "0.8.29+commit.ab55807c", module: "solc-0.8.29" },
  "0.8.37": { longVersion: "0.8.37+commit.f401782d", module: "solc-0.8.37" },
} as const;

type CompilerVersion = keyof typeof COMPILERS;

/** @param folder Where the search for the compiler begins; the checkout is above it. */
export function soljsonOf(version: CompilerVersion, folder: string): string {
  return createRequire(`${folder}/package.json`).resolve(`${COMPILERS[version].module}/soljson.js`);
}

export function longVersionOf(version: CompilerVersion): string {
  return COMPILERS[version].longVersion;
}

/** Projects that are built at once may share a folder. */
const installed = new Map<string, Promise<string>>();

/** @returns The folder with node_modules. */
export function installProjectPackages(name: string): Promise<string> {
  const known = installed.get(name) ?? install(name);
  installed.set(name, known);
  return known;
}

async function install(name: string): Promise<string> {
  const folder = join(SCRATCH, "packages", name);
  await installPackages(join(import.meta.dirname, "packages", name), folder);
  return folder;
}

/** Kept between runs; ignored by Git. */
export const SCRATCH = fileURLToPath(new URL("../../.tmp/real", import.meta.url));

/** `packaged` uses the build-info of a package, and `records` the deployment records of hardhat-deploy. */
export type Builder = "hardhat3" | "hardhat2" | "forge" | "packaged" | "records";

export interface Settings {
  readonly optimizer?: {
    readonly enabled: boolean;
    readonly runs: number;
    readonly details?: { readonly yul: boolean; readonly yulDetails: { readonly optimizerSteps: string } };
  };
  readonly viaIR?: boolean;
  readonly evmVersion?: string;
  readonly metadata?: { readonly bytecodeHash: "ipfs" | "none" };
}

interface Compiler {
  readonly version: CompilerVersion;
  readonly settings: Settings;
}

export interface Sources {
  readonly name: string;
  /** A tenth of the suite, 1 to 10. */
  readonly part: number;
  /** Folder in packages/. */
  readonly packages: string;
  /** Empty for all of node_modules, whose files then become the project's own. */
  readonly package: string;
  /** Folder of the package's files in the project, which contains the sources. @default "contracts" */
  readonly folder?: string;
  /** The project's folder of sources. @default "contracts" */
  readonly sources?: string;
  /** Deploys the contracts of these files, by path in the package. Their imports are compiled too. */
  readonly pick: RegExp;
  /** Build-info of the package; all of its contracts are deployed. */
  readonly packagedBuild?: string;
  /** Folders in the package's deployments/; everything in them is deployed. */
  readonly networks?: readonly string[];
  readonly drop?: RegExp;
  /** Maps import prefixes to folders of the package. */
  readonly remappings?: Readonly<Record<string, string>>;
  readonly compiler: CompilerVersion;
  readonly settings: Settings;
  /** For Hardhat only: each file gets the newest compiler that its pragmas allow. */
  readonly others?: readonly Compiler[];
  /** Passes `--build-info` to forge. @default false */
  readonly buildInfo?: boolean;
  /** @default all of them */
  readonly builders?: readonly Builder[];
}

export interface RealProject extends Sources {
  readonly builder: Builder;
}

export interface Workspace {
  readonly project: RealProject;
  readonly root: string;
  readonly compilers: readonly PlacedCompiler[];
  /** Paths in the project. */
  readonly picked: ReadonlySet<string>;
}

export interface PlacedCompiler extends Compiler {
  readonly soljson: string;
}

export function compilersOf({ compiler, settings, others = [] }: Sources): readonly Compiler[] {
  return [{ version: compiler, settings }, ...others];
}
