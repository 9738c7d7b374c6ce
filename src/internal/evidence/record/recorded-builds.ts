import type { BuildReader } from "../../builds/build-cache.ts";
import type { CandidateSet } from "../../builds/candidate-set.ts";
import { auxdataOfAll } from "../../builds/known-auxdata.ts";
import type { Build, BuildCandidate } from "../../domain/build.ts";
import type { CodeTemplate } from "../../domain/code-template.ts";
import { VerifyContractError } from "../../errors/problem.ts";
import { compilerName } from "../compiler-name.ts";
import type { RecordedBuilds, RecordedCandidates } from "../schema.ts";
import { recordedThrown } from "./errors.ts";

type Part = "all" | "abi" | "metadata";
type Outputs = CandidateSet["outputs"];
type Writable<T> = { -readonly [Key in keyof T]: T[Key] };

/** What was read of one set of candidates. */
interface SetUse {
  readonly set: CandidateSet;
  readonly used: Map<BuildCandidate, Set<Part>>;
  readonly loaded: Map<BuildCandidate, Build | VerifyContractError>;
  readonly outputs: Map<string, unknown>;
}

/** What is the same for all contracts of a run: made once. */
const texts = new WeakMap<object, string>();
const shared = new WeakMap<readonly BuildCandidate[], { readonly names: string; readonly auxdata: string }>();

/** Reads builds for one contract, and keeps what its result depends on. */
export class RecordedBuildReader implements BuildReader {
  readonly #reader: BuildReader;
  /** A path as the evidence has it. */
  readonly #shown: (path: string) => string;
  readonly #sets: { quick?: SetUse | VerifyContractError; wider?: SetUse | VerifyContractError } = {};
  #missing: VerifyContractError | undefined;
  #given: Awaited<ReturnType<BuildReader["readInput"]>> | VerifyContractError | undefined;

  constructor(reader: BuildReader, shown: (path: string) => string) {
    this.#reader = reader;
    this.#shown = shown;
  }

  read(...args: Parameters<BuildReader["read"]>): Promise<CandidateSet> {
    return this.#keep("quick", () => this.#reader.read(...args));
  }

  readWider(...args: Parameters<BuildReader["readWider"]>): Promise<CandidateSet> {
    return this.#keep("wider", () => this.#reader.readWider(...args));
  }

  async readInput(...args: Parameters<BuildReader["readInput"]>) {
    try {
      this.#given = await this.#reader.readInput(...args);
      return this.#given;
    } catch (error) {
      if (error instanceof VerifyContractError) this.#given = error;
      throw error;
    }
  }

  async refuseMissing(...args: Parameters<BuildReader["refuseMissing"]>): Promise<void> {
    try {
      await this.#reader.refuseMissing(...args);
    } catch (error) {
      if (error instanceof VerifyContractError) this.#missing = error;
      throw error;
    }
  }

  /** What was kept. */
  recorded(): RecordedBuilds {
    const builds: RecordedBuilds["builds"] = [];
    const placeOf = (build: Build): number => {
      const { id, compilerVersion, input } = build;
      const file = this.#shown(build.file);
      const known = builds.findIndex((each) => each.file === file && each.id === id);
      if (known !== -1) return known;
      return builds.push({ id, file, compilerVersion, input: textOf(input) }) - 1;
    };
    const of = (use: SetUse | VerifyContractError | undefined) =>
      use === undefined
        ? undefined
        : use instanceof VerifyContractError
          ? { error: recordedThrown(use) }
          : { set: this.#recordedSet(use, placeOf) };
    const [quick, wider] = [of(this.#sets.quick), of(this.#sets.wider)];
    const given = this.#given;
    return {
      builds,
      ...(quick === undefined ? {} : { quick }),
      ...(wider === undefined ? {} : { wider }),
      ...(this.#missing === undefined ? {} : { missing: recordedThrown(this.#missing) }),
      ...(given === undefined
        ? {}
        : {
            given:
              given instanceof VerifyContractError
                ? { error: recordedThrown(given) }
                : { build: placeOf(given.compilation), contract: { ...given.contract } },
          }),
    };
  }

  async #keep(name: "quick" | "wider", read: () => Promise<CandidateSet>): Promise<CandidateSet> {
    const known = this.#sets[name];
    if (known !== undefined && !(known instanceof VerifyContractError)) return this.#watched(known);
    try {
      const use: SetUse = { set: await read(), used: new Map(), loaded: new Map(), outputs: new Map() };
      this.#sets[name] = use;
      return this.#watched(use);
    } catch (error) {
      if (error instanceof VerifyContractError) this.#sets[name] = error;
      throw error;
    }
  }

  #watched({ set, used, loaded, outputs }: SetUse): CandidateSet {
    const use = (candidates: readonly BuildCandidate[], part: Part): void => {
      for (const candidate of candidates) used.set(candidate, (used.get(candidate) ?? new Set()).add(part));
    };
    return {
      where: set.where,
      candidates: set.candidates,
      load: async (candidate) => {
        use([candidate], "all");
        try {
          const build = await set.load(candidate);
          loaded.set(candidate, build);
          return build;
        } catch (error) {
          if (error instanceof VerifyContractError) loaded.set(candidate, error);
          throw error;
        }
      },
      onUsed: (candidates, part) => use(candidates, part ?? "all"),
      outputs: this.#watchedOutputs(set.outputs, outputs),
    };
  }

  #watchedOutputs(outputs: Outputs, answers: Map<string, unknown>): Outputs {
    const keep = async <T>(question: readonly string[], answer: Promise<T>): Promise<T> => {
      const value = await answer;
      answers.set(JSON.stringify(question), value);
      return value;
    };
    const shown = this.#shown;
    return {
      metadata: (file, otherwise) => keep(["metadata", shown(file)], outputs.metadata(file, otherwise)),
      compiledMetadata: (file, compile) =>
        keep(["compiledMetadata", shown(file)], outputs.compiledMetadata(file, compile)),
      metadataOf: (build, contract) =>
        keep(["metadataOf", shown(build.file), compilerName(contract)], outputs.metadataOf(build, contract)),
      immutableReferencesOf: (build, contract) =>
        keep(
          ["immutableReferencesOf", shown(build.file), compilerName(contract)],
          outputs.immutableReferencesOf(build, contract),
        ),
      sourceMapOf: (build, contract) =>
        keep(
          ["sourceMapOf", shown(build.file), compilerName(contract)],
          outputs.sourceMapOf(build, contract),
        ),
      // Only a preflight asks for it.
      metadataByName: (build) => outputs.metadataByName(build),
      contractsNamed: async (build, name) => {
        const found = await outputs.contractsNamed(build, name);
        answers.set(
          JSON.stringify(["contractsNamed", shown(build.file), name]),
          found.map((each) => this.#plain(each)),
        );
        return found;
      },
      remappings: () => keep(["remappings"], outputs.remappings()),
    };
  }

  #recordedSet(
    { set, used, loaded, outputs }: SetUse,
    placeOf: (build: Build) => number,
  ): RecordedCandidates {
    const places = new Map(set.candidates.map((candidate, at) => [candidate, at]));
    const kept = [...used].flatMap(([candidate, parts]): RecordedCandidates["kept"] => {
      const at = places.get(candidate);
      if (at === undefined) return [];
      if (parts.has("all")) return [{ at, all: textOf(candidate, () => this.#plain(candidate)) }];
      return [
        {
          at,
          ...(parts.has("abi") ? { abi: textOf(candidate.abi) } : {}),
          ...(parts.has("metadata") && candidate.metadata !== undefined
            ? { metadata: candidate.metadata }
            : {}),
        },
      ];
    });
    return {
      where: set.where,
      ...sharedOf(set.candidates),
      kept: kept.sort((one, other) => one.at - other.at),
      loaded: [...loaded].flatMap(([candidate, build]): RecordedCandidates["loaded"] => {
        const at = places.get(candidate);
        if (at === undefined) return [];
        return build instanceof VerifyContractError
          ? [{ at, error: recordedThrown(build) }]
          : [{ at, build: placeOf(build) }];
      }),
      outputs: [...outputs].map(([question, answer]) =>
        answer === undefined ? { question } : { question, answer: JSON.stringify(answer) },
      ),
    };
  }

  /** Without what is computed of all candidates. */
  #plain({ buildFile, file, runtime, creation, ...candidate }: BuildCandidate) {
    return {
      ...candidate,
      buildFile: this.#shown(buildFile),
      file: this.#shown(file),
      runtime: plainCode(runtime),
      creation: plainCode(creation),
    };
  }
}

function plainCode({ knownAuxdata: _, ...code }: CodeTemplate): Writable<Omit<CodeTemplate, "knownAuxdata">> {
  return code;
}

/** As JSON. Many contracts share a build, so it is written once. */
function textOf(key: object, value: () => unknown = () => key): string {
  const known = texts.get(key) ?? JSON.stringify(value());
  texts.set(key, known);
  return known;
}

function sharedOf(candidates: readonly BuildCandidate[]): {
  readonly names: string;
  readonly auxdata: string;
} {
  const known = shared.get(candidates) ?? {
    names: JSON.stringify(
      candidates.map(({ name, sourceName, fullyQualifiedName, inputSourceName }) => [
        name,
        sourceName,
        fullyQualifiedName,
        inputSourceName,
      ]),
    ),
    auxdata: JSON.stringify([...auxdataOfAll(candidates)]),
  };
  shared.set(candidates, known);
  return known;
}
