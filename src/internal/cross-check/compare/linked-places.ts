import { compareCode } from "../../bytecode/compare.ts";
import type { Evidence, EvidenceOfBuild } from "../evidence.ts";
import { compiledByUs } from "./compiled-here.ts";

/** A library of the runtime code, of the constructor alone, or one that the settings link. */
export interface LinkedPlace {
  /** `path:Name` */
  readonly name: string;
  /** 0x-hex; undefined for one of the constructor alone where the executed init code is not known. */
  readonly address: string | undefined;
}

/** All that the code of a contract is linked with. */
export function linkedPlaces(evidence: Evidence, build: EvidenceOfBuild): readonly LinkedPlace[] {
  const { facts } = evidence;
  const ofRuntime = build.compiled === undefined ? evidence.libraries : build.libraries;
  const initCode = facts.creation?.initCode?.bytecode;
  return [
    ...ofRuntime,
    ...linkedByConstructor(evidence, build, initCode).filter(
      ({ name }) => !ofRuntime.some((library) => library.name === name),
    ),
    ...linkedBySettings(build, `${facts.runtimeBytecode}${initCode ?? ""}`),
  ];
}

function linkedByConstructor(
  evidence: Evidence,
  { compiled }: EvidenceOfBuild,
  initCode: string | undefined,
): readonly LinkedPlace[] {
  const { recompiled, givenCompiled } = evidence;
  const template = compiled?.creation ?? compiledByUs({ recompiled, givenCompiled })?.creation;
  if (template === undefined) return [];
  const executed =
    initCode === undefined ? undefined : compareCode("creation", initCode, template)?.libraries;
  return Object.entries(template.linkReferences).flatMap(([path, ofFile]) =>
    Object.entries(ofFile).flatMap(([name, ranges]) =>
      ranges.length === 0 ? [] : [{ name: `${path}:${name}`, address: executed?.[`${path}:${name}`] }],
    ),
  );
}

/** The settings are for all contracts of a project: one is linked with those whose address its code pushes. */
function linkedBySettings({ compilation }: EvidenceOfBuild, code: string): readonly LinkedPlace[] {
  const { libraries } = compilation.input.settings as { readonly libraries?: unknown };
  return entriesOf(libraries).flatMap(([path, ofFile]) =>
    entriesOf(ofFile).flatMap(([name, address]) =>
      typeof address === "string" && code.toLowerCase().includes(pushOf(address))
        ? [{ name: `${path}:${name}`, address }]
        : [],
    ),
  );
}

function pushOf(address: string): string {
  return `73${address.slice(2).toLowerCase()}`;
}

function entriesOf(value: unknown): readonly (readonly [string, unknown])[] {
  return typeof value === "object" && value !== null ? Object.entries(value) : [];
}

/** Inferred from the code, which has no names. */
const UNNAMED = ":@";

/** Whether the names are known: some build files lack them, and a given input without a compiler has no code. */
export function areLinksNamed(evidence: Evidence, linked: readonly LinkedPlace[]): boolean {
  const { build, recompiled, givenCompiled } = evidence;
  const isCompiled =
    build?.compiled !== undefined || compiledByUs({ recompiled, givenCompiled }) !== undefined;
  return isCompiled && !linked.some(({ name }) => name.startsWith(UNNAMED));
}
