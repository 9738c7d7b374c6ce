import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { installPackages } from "../helpers/install-packages.ts";

/** Those of the checkout, and those that a folder of packages/ has beside its contracts. */
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

/** @param folder Of a package, from which the compiler is looked for; the checkout is above it. */
export function soljsonOf(version: CompilerVersion, folder: string): string {
  return createRequire(`${folder}/package.json`).resolve(`${COMPILERS[version].module}/soljson.js`);
}

export function longVersionOf(version: CompilerVersion): string {
  return COMPILERS[version].longVersion;
}

/** By folder: projects that are built at once may share one. */
const installed = new Map<string, Promise<string>>();

/**
 * Installs a folder of packages/.
 *
 * @returns The folder that has the node_modules.
 */
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

/** Where packages are installed and projects are built: kept, so that a second run is quick; ignored by Git. */
export const SCRATCH = fileURLToPath(new URL("../../.tmp/real", import.meta.url));

/**
 * The tools that make builds. A `packaged` project has the build-info of its package, one of `records` the records of
 * hardhat-deploy, with the compiler's inputs.
 */
export type Builder = "hardhat3" | "hardhat2" | "forge" | "packaged" | "records";

/** Settings of the compiler, as its standard JSON input has them. */
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

/** Contracts of one package, and how they are compiled. */
export interface Sources {
  readonly name: string;
  /** Which tenth of the whole, 1 to 10. */
  readonly part: number;
  /** The folder in packages/ that is installed for it. */
  readonly packages: string;
  /** "" for all in node_modules, beside which the project then has them as files of its own. */
  readonly package: string;
  /** Where the package's own files stand in the project; the tool's folder of sources is in it. @default "contracts" */
  readonly folder?: string;
  /** The project's folder of sources. @default "contracts" */
  readonly sources?: string;
  /** The files whose contracts are deployed, as paths in the package. What they import is compiled too. */
  readonly pick: RegExp;
  /** A build-info of the package, for the builder `packaged`: all its contracts are deployed. */
  readonly packagedBuild?: string;
  /** The package's folders in deployments/, for the builder `records`: all that they record is deployed. */
  readonly networks?: readonly string[];
  readonly drop?: RegExp;
  /** The beginnings of imports that are another folder of the package. */
  readonly remappings?: Readonly<Record<string, string>>;
  readonly compiler: CompilerVersion;
  readonly settings: Settings;
  /** More compilers, for Hardhat alone: each file gets the newest that its pragmas allow. */
  readonly others?: readonly Compiler[];
  /** Whether forge is asked to keep build-infos beside its artifacts. @default false */
  readonly buildInfo?: boolean;
  /** @default all of them */
  readonly builders?: readonly Builder[];
}

/** Sources that one tool builds: deployed on one chain, and verified in one run. */
export interface RealProject extends Sources {
  readonly builder: Builder;
}

/** What the suite has when a project was built. */
export interface Workspace {
  readonly project: RealProject;
  readonly root: string;
  readonly compilers: readonly PlacedCompiler[];
  /** The picked files, as paths in the project. */
  readonly picked: ReadonlySet<string>;
}

/** A compiler of a project, with its soljson.js. */
export interface PlacedCompiler extends Compiler {
  readonly soljson: string;
}

export function compilersOf({ compiler, settings, others = [] }: Sources): readonly Compiler[] {
  return [{ version: compiler, settings }, ...others];
}
