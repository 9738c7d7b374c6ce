import path from "node:path";
import * as z from "zod";
import type { BuildReader } from "../../builds/build-cache.ts";
import type { CandidateSet } from "../../builds/candidate-set.ts";
import type { GivenInput } from "../../builds/readers/standard-json-input.ts";
import type { Build, BuildCandidate } from "../../domain/build.ts";
import type { CodeTemplate } from "../../domain/code-template.ts";
import { parseJson } from "../../services/http/parse-json.ts";
import { compilerName } from "../compiler-name.ts";
import {
  abiSchema,
  candidateSchema,
  immutablesSchema,
  inputSchema,
  namesSchema,
  type RecordedBuilds,
  type RecordedCandidates,
  type Thrown,
  textListsSchema,
  textsSchema,
} from "../schema.ts";
import { replayedThrown } from "./errors.ts";
import type { ReplayRun } from "./replay-run.ts";

/** The folder of a project whose paths are those of an evidence file. */
export const REPLAY_ROOT = path.resolve("/project");

/** A path of the evidence as the stages see it. */
export function replayPath(shown: string): string {
  return path.resolve(REPLAY_ROOT, shown);
}

/** A contract of the build files whose code is not in the evidence: nothing fits it, and it is only counted and named. */
const NO_CODE: CodeTemplate = { object: "0x", linkReferences: {}, immutableReferences: {} };

/** The builds of a recorded run, among which the stages choose anew. */
export function replayBuilds(run: ReplayRun, recorded: RecordedBuilds): BuildReader {
  const known = new Map<number, Build>();
  const buildAt = (at: number | undefined): Build => {
    if (at === undefined) return run.unanswered("a build");
    const before = known.get(at);
    if (before !== undefined) return before;
    const build = recorded.builds[at];
    if (build === undefined) return run.unanswered("a build");
    const made = {
      id: build.id,
      file: replayPath(build.file),
      compilerVersion: build.compilerVersion,
      input: decodeJson(inputSchema, build.input),
    };
    known.set(at, made);
    return made;
  };
  const set = (name: "quick" | "wider"): CandidateSet => {
    const read = recorded[name];
    if (read?.error !== undefined) throw thrownOr(run, read.error);
    if (read?.set === undefined) return run.unanswered("the build files");
    return candidateSet(run, read.set, buildAt);
  };
  const sets = new Map<string, CandidateSet>();
  const once = (name: "quick" | "wider"): CandidateSet => {
    const made = sets.get(name) ?? set(name);
    sets.set(name, made);
    return made;
  };
  return {
    read: async () => once("quick"),
    readWider: async () => once("wider"),
    refuseMissing: async () => {
      if (recorded.missing !== undefined) throw thrownOr(run, recorded.missing);
    },
    readInput: async (): Promise<GivenInput> => {
      const { given } = recorded;
      if (given?.error !== undefined) throw thrownOr(run, given.error);
      if (given?.contract === undefined) return run.unanswered("the standard JSON input");
      return { contract: given.contract, compilation: buildAt(given.build) };
    },
  };
}

function candidateSet(
  run: ReplayRun,
  { where, names, auxdata, kept, loaded, outputs }: RecordedCandidates,
  buildAt: (at: number | undefined) => Build,
): CandidateSet {
  const known = new Set(decodeJson(textsSchema, auxdata));
  const parts = new Map(kept.map((each) => [each.at, each]));
  const candidates = decodeJson(namesSchema, names).map(
    ([name, sourceName, fullyQualifiedName, inputSourceName], at): BuildCandidate => {
      const { all, abi, metadata } = parts.get(at) ?? {};
      if (all !== undefined) return candidateOf(all, known);
      return {
        name,
        sourceName,
        fullyQualifiedName,
        inputSourceName,
        abi: abi === undefined ? [] : decodeJson(abiSchema, abi),
        runtime: NO_CODE,
        creation: NO_CODE,
        ...(metadata === undefined ? {} : { metadata }),
        buildId: "",
        buildFile: "",
        file: "",
      };
    },
  );
  const places = new Map(candidates.map((candidate, at) => [candidate, at]));
  const loads = new Map(loaded.map((each) => [each.at, each]));
  return {
    where,
    candidates,
    load: async (candidate) => {
      const found = loads.get(places.get(candidate) ?? -1);
      if (found?.error !== undefined) throw thrownOr(run, found.error);
      return buildAt(found?.build);
    },
    outputs: replayOutputs(run, outputs, known),
  };
}

function replayOutputs(
  run: ReplayRun,
  recorded: RecordedCandidates["outputs"],
  auxdata: ReadonlySet<string>,
): CandidateSet["outputs"] {
  const answers = new Map(recorded.map(({ question, answer }) => [question, answer]));
  const shown = (file: string): string => path.relative(REPLAY_ROOT, file).split(path.sep).join("/") || ".";
  const ask = <T>(schema: z.ZodType<T>, ...question: readonly string[]): T | undefined => {
    const key = JSON.stringify(question);
    if (!answers.has(key)) return run.unanswered(`${question[0]} of a compiler output`);
    const answer = answers.get(key);
    return answer === undefined ? undefined : decodeJson(schema, answer);
  };
  const text = z.string();
  return {
    metadata: async (file) => ask(textsSchema, "metadata", shown(file)) ?? [],
    compiledMetadata: async (file) => ask(textsSchema, "compiledMetadata", shown(file)) ?? [],
    metadataOf: async ({ file }, contract) => ask(text, "metadataOf", shown(file), compilerName(contract)),
    immutableReferencesOf: async ({ file }, contract) =>
      ask(immutablesSchema, "immutableReferencesOf", shown(file), compilerName(contract)),
    sourceMapOf: async ({ file }, contract) => ask(text, "sourceMapOf", shown(file), compilerName(contract)),
    metadataByName: async () => run.unanswered("the metadata of all contracts"),
    contractsNamed: async ({ file }, name) =>
      (ask(z.array(candidateSchema), "contractsNamed", shown(file), name) ?? []).map((each) =>
        withPaths(each, auxdata),
      ),
    remappings: async () => ask(textListsSchema, "remappings") ?? [],
  };
}

function candidateOf(json: string, auxdata: ReadonlySet<string>): BuildCandidate {
  return withPaths(decodeJson(candidateSchema, json), auxdata);
}

function withPaths(
  { buildFile, file, runtime, creation, ...candidate }: z.infer<typeof candidateSchema>,
  knownAuxdata: ReadonlySet<string>,
): BuildCandidate {
  return {
    ...candidate,
    buildFile: replayPath(buildFile),
    file: replayPath(file),
    runtime: { ...runtime, knownAuxdata },
    creation: { ...creation, knownAuxdata },
  };
}

function thrownOr(run: ReplayRun, recorded: Thrown): Error {
  return replayedThrown(recorded) ?? run.unanswered("the error of a build file");
}

/** @throws an error of zod or of JSON for what no recording has */
function decodeJson<T>(schema: z.ZodType<T>, text: string): T {
  return schema.parse(parseJson(text));
}
