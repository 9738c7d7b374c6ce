import type { CompilerVersion } from "./compilers.ts";

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

export interface Compiler {
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
