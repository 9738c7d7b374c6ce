import { createRequire } from "node:module";
import { assert } from "chai";
import { BuildOutputs } from "../../../src/internal/builds/build-outputs.ts";
import type { CandidateSet } from "../../../src/internal/builds/candidate-set.ts";
import {
  type ProjectPaths,
  resolveProjectPaths,
} from "../../../src/internal/builds/project/project-paths.ts";
import { addKnownAuxdata } from "../../../src/internal/builds/read-candidates.ts";
import { createCompile } from "../../../src/internal/commands/compile-with.ts";
import type { Build, BuildCandidate } from "../../../src/internal/domain/build.ts";
import type { StandardJsonInput } from "../../../src/internal/domain/compiler-input.ts";
import { HARDHAT_WORDS } from "../../../src/internal/hosts/hardhat3/host.ts";
import { preflightContracts } from "../../../src/internal/pipeline/preflight/preflight.ts";
import type { PreflightRequest } from "../../../src/internal/pipeline/preflight/subject.ts";
import type { PreflightContract, PreflightReport } from "../../../src/internal/report/preflight/model.ts";
import { CompilerSession } from "../../../src/internal/solidity/compilers/compile.ts";
import { COMPILER_VERSION, type Compiled, candidateOf } from "../compile.ts";

type Preflight = Pick<PreflightReport, "contracts" | "leftOut">;

const SOLC = { path: createRequire(import.meta.url).resolve("solc/soljson.js"), version: "0.8.28" };
export const PROJECT: ProjectPaths = await resolveProjectPaths({
  root: "/project",
  artifacts: "/project/artifacts",
  sources: ["/project/contracts"],
});

export interface PreflightOptions extends Partial<Pick<PreflightRequest, "contracts" | "minMatch">> {
  readonly input?: (input: StandardJsonInput) => StandardJsonInput;
  readonly compilerVersion?: string;
  readonly hasMetadata?: boolean;
  readonly compile?: boolean;
  readonly compilers?: readonly { readonly path: string; readonly version: string }[];
  /** A compiler process shared by several preflights. @default a new one */
  readonly session?: CompilerSession;
  readonly change?: (candidate: BuildCandidate) => BuildCandidate;
  readonly paths?: ProjectPaths;
  readonly load?: (candidate: BuildCandidate) => Promise<Build>;
}

export async function preflightOf(compiled: Compiled, options: PreflightOptions = {}): Promise<Preflight> {
  const { paths = PROJECT, compilers = [SOLC] } = options;
  const set = setOf(compiled, options);
  await using own = new CompilerSession();
  const compile = createCompile({ compilers: async () => compilers }, (request, signal) =>
    (options.session ?? own).compile(request, signal),
  );
  return await preflightContracts(
    {
      contracts: options.contracts ?? [],
      builds: { kind: "build-files", locations: [], isNamed: false },
      minMatch: options.minMatch ?? "match",
      line: { command: "preflight", targets: [], options: [], globals: [] },
    },
    {
      words: HARDHAT_WORDS,
      paths,
      builds: { read: async () => set, readWider: async () => set },
      compile: options.compile === true ? compile : undefined,
      signal: new AbortController().signal,
      onProgress: () => {},
    },
  );
}

function setOf(compiled: Compiled, options: PreflightOptions): CandidateSet {
  const { hasMetadata = true, change = (candidate) => candidate, input = (it) => it } = options;
  const all = Object.entries(compiled.output.contracts).flatMap(([path, contracts]) =>
    Object.entries(contracts).map(([name, { metadata }]) =>
      change(candidateOf(compiled, path, name, hasMetadata ? { metadata } : {})),
    ),
  );
  const candidates = addKnownAuxdata(all.filter(({ creation }) => creation.object !== ""));
  const build: Build = {
    id: "build-1",
    file: "/project/artifacts/build-info/build-1.json",
    compilerVersion: options.compilerVersion ?? COMPILER_VERSION,
    // Hardhat 3 doesn't request metadata in the output.
    input: input({ ...compiled.input, settings: { ...compiled.input.settings, outputSelection: {} } }),
  };
  return {
    where: "artifacts",
    candidates,
    outputs: new BuildOutputs(candidates),
    load: options.load ?? (async () => build),
  };
}

export function contractOf({ contracts }: Preflight, name?: string): PreflightContract {
  const found = contracts.filter(({ contract }) => name === undefined || contract.name === name);
  assert.lengthOf(found, 1, contracts.map(({ contract }) => contract.fullyQualifiedName).join(", "));
  return found[0] ?? assert.fail();
}

/** Codes of the findings, with `!` for errors. */
export function codesOf({ findings }: PreflightContract): readonly string[] {
  return findings.map(({ code, level }) => (level === "error" ? `${code}!` : code));
}
