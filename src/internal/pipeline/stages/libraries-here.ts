import { isSameCode } from "../../bytecode/compare.ts";
import { collectLinks, type Link, type LinkingInput } from "../../bytecode/links.ts";
import { ifAnswered } from "../../chain/chain-port.ts";
import { getLocalCompilation } from "../../cross-check/compare/compiled-here.ts";
import type { Evidence, LinkedLibrary } from "../../cross-check/evidence.ts";
import { type Compilation, splitName } from "../../domain/build.ts";
import type { StandardJsonInput } from "../../domain/compiler-input.ts";
import type { ContractRecord } from "../../domain/record.ts";
import { createMetadataInput, toCompilerSettings } from "../../solidity/compilers/metadata-input.ts";
import { recompile } from "../../solidity/compilers/recompile.ts";
import { reduceToImports } from "../../solidity/import-closure.ts";
import { readMetadata } from "../../solidity/metadata.ts";
import { isSameJson } from "../../text/canonical-json.ts";
import type { Run } from "../run.ts";
import type { FoundBuild } from "./find-build.ts";
import {
  type Compilations,
  type FindLibrary,
  findLibraries,
  isOpen,
  toLinkingInput,
} from "./linked-libraries.ts";
import { fetchRecord } from "./read-record.ts";

type Known = Pick<Evidence, "facts" | "record" | "recompiled" | "givenCompiled"> & {
  readonly build: FoundBuild | undefined;
};

/**
 * A library that no build contains is compiled locally, with the contract's compiler or the one in the library's own
 * record.
 */
export async function compileLibraries(run: Run, known: Known): Promise<readonly LinkedLibrary[]> {
  const { facts, record, build } = known;
  const compiled = build?.compiled ?? getLocalCompilation(known);
  if (compiled === undefined) return [];
  const compilation = getCompilation(build, record);
  const links = collectLinks({
    runtime: compiled.runtime,
    creation: compiled.creation,
    inputs: listInputs(build, record),
    onchain: { runtime: facts.runtimeBytecode, initCode: facts.creation?.initCode?.bytecode },
  });
  let compilations = 0;
  const find: FindLibrary = async (link, code) => {
    const found = (await build?.findLibrary(link, code)) ?? { compiled: [] };
    if (code === undefined || !isOpen(code, found)) return found;
    if (compilation === undefined || compilations >= MOST_COMPILED) return found;
    compilations += 1;
    return { ...found, ...(await compileLibrary(run, compilation, { ...link, code }, found)) };
  };
  return findLibraries(run, facts, links, async (link, code) => {
    const { path: statedPath, name } = splitName(link.name);
    const paths = statedPath === "" ? findPaths(name, compilation?.input.sources ?? {}) : [];
    if (paths.length === 0) return find(link, code);
    const found: Compilations[] = [];
    for (const path of paths) found.push(await find({ ...link, name: `${path}:${name}` }, code));
    const [first = { compiled: [] }] = found;
    const isEach = found.every(({ compiled: all }) =>
      all.some(({ template }) => code && isSameCode("runtime", code, template)),
    );
    // Several sources may declare the library. In that case, all of their compilations must agree to prove which code
    // is called.
    return paths.length === 1 || isEach ? first : { compiled: [] };
  });
}

/** The build's input comes first, because it is certain to be the contract's own. */
function listInputs(build: FoundBuild | undefined, record: ContractRecord): readonly LinkingInput[] {
  const { metadata, stdJsonInput, compilation } = record;
  const inputs: LinkingInput[] = build === undefined ? [] : [toLinkingInput(build.compilation)];
  if (metadata != null) inputs.push({ sources: metadata.sources ?? {}, settings: metadata.settings ?? {} });
  if (stdJsonInput != null) inputs.push({ ...stdJsonInput, compilerVersion: compilation?.compilerVersion });
  return inputs;
}

/** A declaration may be inside an apparent comment, because compiler versions parse comments differently. */
function findPaths(name: string, sources: StandardJsonInput["sources"]): readonly string[] {
  const declaration = new RegExp(`\\blibrary(?:\\s*/[/*]|\\s+${name.replaceAll("$", "\\$")}(?![\\w$]))`);
  return Object.keys(sources).filter((path) => declaration.test(sources[path]?.content ?? ""));
}

/** More than any real contract uses. Each library costs up to two compilations and a request. */
const MOST_COMPILED = 16;

function getCompilation(build: FoundBuild | undefined, record: ContractRecord): Compilation | undefined {
  if (build !== undefined) return build.compilation;
  const wanted = createMetadataInput(record);
  if (wanted.kind === "input") return { input: wanted.input, compilerVersion: wanted.target.compilerVersion };
  const { stdJsonInput: input, compilation } = record;
  const compilerVersion = compilation?.compilerVersion;
  return wanted.kind === "incomplete" || input == null || compilerVersion === undefined
    ? undefined
    : { input, compilerVersion };
}

/** Returns the required compiler if its absence prevented the proof. */
async function compileLibrary(
  run: Run,
  compilation: Compilation,
  { name: linked, address, code }: Link & { readonly code: string },
  { compiled }: Compilations,
): Promise<Partial<Compilations>> {
  const { compile, signal } = run.ports;
  const { sources } = compilation.input;
  const { path } = splitName(linked);
  if (compile === undefined || address === undefined || !Object.hasOwn(sources, path)) return {};
  const input = reduceToImports(compilation.input, path);
  const compileAs = async ({ settings, compilerVersion }: CompilerChoice): Promise<Partial<Compilations>> => {
    const used = { ...input, settings };
    const made = await recompile(compile, used, { contractIdentifier: linked, compilerVersion }, signal);
    if (made.kind === "no-compiler") return { lacking: made };
    return made.kind === "compiled" && isSameCode("runtime", code, made.runtime)
      ? { compiled: [{ template: made.runtime, by: "compiler", input: { ...used, compilerVersion } }] }
      : {};
  };
  const own = { settings: input.settings, compilerVersion: compilation.compilerVersion };
  const first = await compileAs(own);
  if (first.compiled !== undefined) return first;
  const recorded = await readChoice(run, address, own.settings);
  const second = recorded === undefined || isSameJson(recorded, own) ? {} : await compileAs(recorded);
  // If a build contains the library, the contract's compiler isn't reported as missing, because it would produce the
  // same code as that build.
  return second.compiled !== undefined || second.lacking !== undefined || compiled.length > 0
    ? second
    : first;
}

interface CompilerChoice {
  readonly settings: StandardJsonInput["settings"];
  readonly compilerVersion: string;
}

/** The sources and remappings are always the contract's. An unreadable record proves nothing. */
async function readChoice(
  run: Run,
  address: string,
  { remappings }: StandardJsonInput["settings"],
): Promise<CompilerChoice | undefined> {
  const { ports } = run;
  const record = await ifAnswered(ports.signal, () => fetchRecord(ports, address, { fields: ["metadata"] }));
  const metadata = readMetadata(record?.metadata);
  if (metadata === undefined) return undefined;
  const { remappings: _, ...settings } = toCompilerSettings(metadata);
  return {
    settings: { ...settings, ...(remappings === undefined ? {} : { remappings }) },
    compilerVersion: metadata.compilerVersion,
  };
}
