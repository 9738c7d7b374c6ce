import path from "node:path";
import type * as z from "zod";
import type { BuildReader } from "../builds/build-cache.ts";
import type { CandidateSet } from "../builds/candidate-set.ts";
import { auxdataOfAll, displayPath } from "../builds/read-candidates.ts";
import type { GivenInput } from "../builds/readers/standard-json-input.ts";
import type { Build, BuildCandidate, ContractName } from "../domain/build.ts";
import type { CodeTemplate } from "../domain/code-template.ts";
import { parseJson } from "../services/http/parse-json.ts";
import type { Cassette } from "./cassette.ts";
import { type AnswerOf, PARTS, type RecordedCandidate } from "./schema.ts";

/** The folder of a project whose paths are those of an evidence file. */
export const REPLAY_ROOT = path.resolve("/project");

/** A path of the evidence as the stages see it. */
export function replayPath(shown: string): string {
  return path.resolve(REPLAY_ROOT, shown);
}

type Kept = AnswerOf<"build files">;
type Outputs = CandidateSet["outputs"];

/** A contract of the build files whose code is not in the evidence: nothing fits it, and it is only counted and named. */
const NO_CODE: CodeTemplate = { object: "0x", linkReferences: {}, immutableReferences: {} };

/** The builds of one contract's run; the file gets those contracts on which the result depends. */
export function cassetteBuilds(reader: BuildReader, cassette: Cassette, projectRoot: string): BuildReader {
  const shown = (path: string): string => displayPath(path, projectRoot);
  const sets = new Map<string, Promise<CandidateSet>>();
  const once = (name: "quick" | "wider", live: () => Promise<CandidateSet>): Promise<CandidateSet> => {
    const made = sets.get(name) ?? read(name, live);
    sets.set(name, made);
    return made;
  };
  const read = async (name: string, live: () => Promise<CandidateSet>): Promise<CandidateSet> => {
    let kept: Kept | undefined;
    const set = await cassette.ask("build files", [name], {
      live,
      keep: ({ where, candidates }) => {
        kept = { where, ...namesOf(candidates), kept: [] };
        return kept;
      },
      restore: candidateSet,
    });
    return cassetteSet(set, { name, cassette, shown, use: useOf(set, kept, shown) });
  };
  return {
    read: (...args) => once("quick", () => reader.read(...args)),
    readWider: (...args) => once("wider", () => reader.readWider(...args)),
    refuseMissing: (...args) =>
      cassette.ask("missing build files", [], {
        live: () => reader.refuseMissing(...args),
        keep: () => null,
        restore: () => {},
      }),
    readInput: (...args) =>
      cassette.ask<"standard JSON input", GivenInput>("standard JSON input", [], {
        live: () => reader.readInput(...args),
        keep: ({ contract, compilation }) => ({
          contract: { ...contract },
          build: keepBuild(compilation, shown),
        }),
        restore: ({ contract, build }) => ({ contract, compilation: restoreBuild(build) }),
      }),
  };
}

/** Notes that the result depends on a contract of the set. */
type Use = (candidates: readonly BuildCandidate[], part: "all" | "abi" | "metadata") => void;

interface Parts {
  readonly name: string;
  readonly cassette: Cassette;
  /** A path as the evidence has it. */
  readonly shown: (path: string) => string;
  readonly use: Use;
}

/** @param kept What the file gets; undefined in a replay. */
function useOf({ candidates }: CandidateSet, kept: Kept | undefined, shown: Parts["shown"]): Use {
  if (kept === undefined) return () => {};
  const places = new Map(candidates.map((candidate, at) => [candidate, at]));
  const entries = new Map<BuildCandidate, Kept["kept"][number]>();
  return (used, part) => {
    for (const candidate of used) {
      const at = places.get(candidate);
      if (at === undefined) continue;
      let known = entries.get(candidate);
      if (known === undefined) {
        known = { at };
        entries.set(candidate, known);
        kept.kept.push(known);
      }
      if (part === "all") known.all ??= textOf(candidate, () => keepCandidate(candidate, shown));
      else if (part === "abi") known.abi ??= textOf(candidate.abi);
      else if (candidate.metadata !== undefined) known.metadata = candidate.metadata;
    }
  };
}

function cassetteSet(set: CandidateSet, { name, cassette, shown, use }: Parts): CandidateSet {
  const places = new Map(set.candidates.map((candidate, at) => [candidate, String(at)]));
  return {
    where: set.where,
    candidates: set.candidates,
    onUsed: (candidates, part) => use(candidates, part ?? "all"),
    load: (candidate) => {
      use([candidate], "all");
      return cassette.ask("build", [name, places.get(candidate) ?? "none"], {
        live: () => set.load(candidate),
        keep: (build) => keepBuild(build, shown),
        restore: restoreBuild,
      });
    },
    outputs: cassetteOutputs(set, cassette, shown),
  };
}

function cassetteOutputs(
  { outputs, candidates: [first] }: CandidateSet,
  cassette: Cassette,
  shown: Parts["shown"],
): Outputs {
  const ask = <T>(form: z.ZodType, live: () => Promise<T>, ...question: readonly string[]): Promise<T> =>
    cassette.ask("output", question, {
      live,
      keep: (answer) => (answer === undefined ? null : JSON.stringify(answer)),
      restore: (answer) => (answer === null ? undefined : decode(form, answer)) as T,
    });
  const { text, texts, textLists, immutables, candidates } = PARTS;
  const named = (build: Build, { inputSourceName, name }: ContractName) =>
    [shown(build.file), `${inputSourceName}:${name}`] as const;
  return {
    metadata: (file, otherwise) =>
      ask(texts, () => outputs.metadata(file, otherwise), "metadata", shown(file)),
    compiledMetadata: (file, compile) =>
      ask(texts, () => outputs.compiledMetadata(file, compile), "compiledMetadata", shown(file)),
    metadataOf: (build, contract) =>
      ask(text, () => outputs.metadataOf(build, contract), "metadataOf", ...named(build, contract)),
    immutableReferencesOf: (build, contract) =>
      ask(
        immutables,
        () => outputs.immutableReferencesOf(build, contract),
        "immutableReferencesOf",
        ...named(build, contract),
      ),
    sourceMapOf: (build, contract) =>
      ask(text, () => outputs.sourceMapOf(build, contract), "sourceMapOf", ...named(build, contract)),
    // Only a preflight asks for it.
    metadataByName: (build) => outputs.metadataByName(build),
    contractsNamed: (build, name) =>
      cassette.ask("output", ["contractsNamed", shown(build.file), name], {
        live: () => outputs.contractsNamed(build, name),
        keep: (found) => JSON.stringify(found.map((each) => keepCandidate(each, shown))),
        restore: (answer) =>
          decode(candidates, answer ?? "[]").map((each) =>
            restoreCandidate(each, first?.runtime.knownAuxdata),
          ),
      }),
    remappings: () => ask(textLists, () => outputs.remappings(), "remappings"),
  };
}

function candidateSet({ where, names, auxdata, kept }: Kept): CandidateSet {
  const knownAuxdata = new Set(decode(PARTS.texts, auxdata));
  const parts = new Map(kept.map((each) => [each.at, each]));
  const noCode = { ...NO_CODE, knownAuxdata };
  return {
    where,
    candidates: decode(PARTS.names, names).map(
      ([name, sourceName, fullyQualifiedName, inputSourceName], at): BuildCandidate => {
        const { all, abi, metadata } = parts.get(at) ?? {};
        if (all !== undefined) return restoreCandidate(decode(PARTS.candidate, all), knownAuxdata);
        return {
          name,
          sourceName,
          fullyQualifiedName,
          inputSourceName,
          abi: abi === undefined ? [] : decode(PARTS.abi, abi),
          runtime: noCode,
          creation: noCode,
          ...(metadata === undefined ? {} : { metadata }),
          buildId: "",
          buildFile: "",
          file: "",
        };
      },
    ),
    load: unavailable,
    // Each question is answered before it comes here.
    outputs: {} as Outputs,
  };
}

/** A replay has nothing besides its file. */
export function unavailable(): never {
  throw new Error("A replay has only its file.");
}

function keepBuild({ id, file, compilerVersion, input }: Build, shown: Parts["shown"]): AnswerOf<"build"> {
  return { id, file: shown(file), compilerVersion, input: textOf(input) };
}

function restoreBuild({ id, file, compilerVersion, input }: AnswerOf<"build">): Build {
  return { id, file: replayPath(file), compilerVersion, input: decode(PARTS.input, input) };
}

/** Without what is computed from all candidates. */
function keepCandidate({ runtime, creation, ...candidate }: BuildCandidate, shown: Parts["shown"]): object {
  const { knownAuxdata: _, ...runtimeCode } = runtime;
  const { knownAuxdata: __, ...creationCode } = creation;
  return {
    ...candidate,
    buildFile: shown(candidate.buildFile),
    file: shown(candidate.file),
    runtime: runtimeCode,
    creation: creationCode,
  };
}

function restoreCandidate(
  { buildFile, file, runtime, creation, ...candidate }: RecordedCandidate,
  knownAuxdata: CodeTemplate["knownAuxdata"] = new Set<string>(),
): BuildCandidate {
  return {
    ...candidate,
    buildFile: replayPath(buildFile),
    file: replayPath(file),
    runtime: { ...runtime, knownAuxdata },
    creation: { ...creation, knownAuxdata },
  };
}

/** All contracts of a run share these texts, which are made once. */
const texts = new WeakMap<object, string>();

function textOf(key: object, value: () => unknown = () => key): string {
  const known = texts.get(key) ?? JSON.stringify(value());
  texts.set(key, known);
  return known;
}

const shared = new WeakMap<readonly BuildCandidate[], Pick<Kept, "names" | "auxdata">>();

function namesOf(candidates: readonly BuildCandidate[]): Pick<Kept, "names" | "auxdata"> {
  const known = shared.get(candidates) ?? {
    names: JSON.stringify(
      candidates.map((each) => [each.name, each.sourceName, each.fullyQualifiedName, each.inputSourceName]),
    ),
    auxdata: JSON.stringify([...auxdataOfAll(candidates)]),
  };
  shared.set(candidates, known);
  return known;
}

/** @throws an error of zod or of JSON for a text that no recording has */
function decode<T>(form: z.ZodType<T>, text: string): T {
  return form.parse(parseJson(text));
}
