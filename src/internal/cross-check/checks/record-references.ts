import {
  type CodeRange,
  type CodeTemplate,
  decodeCode,
  encodeCode,
  type ImmutableReferences,
  type LinkReferences,
  type Side,
} from "../../bytecode/code.ts";
import { findMetadataSections, findTrailingSection } from "../../bytecode/metadata-sections.ts";
import type { BytecodeRecord, RuntimeBytecodeRecord } from "../../services/verification/model.ts";
import { appendsMetadata } from "../appends-metadata.ts";
import { type CheckRule, type Finding, failed, passed, unknown } from "../check.ts";
import { restsOnSameMetadata } from "../comparable.ts";
import type { Evidence } from "../evidence.ts";
import { isVyper } from "../replay-side.ts";
import { withCompiled } from "../with-build.ts";
import { worstOf } from "../worst-of.ts";

export const recordReferences: CheckRule = {
  id: "record-references",
  subject: "references are the build's",
  witnesses: ["record", "build"],
  proves:
    "Where the record says that libraries and immutables are filled in, the build says so too, byte for byte; where it says that metadata stands, the recompiled code has such metadata. Ids of immutables may be another submitter's, and so may the names of libraries where the match does not cover the metadata. Skipped where only a standard JSON input was given.",
  run: (evidence) =>
    withCompiled(evidence, (compiled) => {
      const { record } = evidence;
      const sides = (["runtime", "creation"] as const).filter((side) => record[`${side}Match`] !== null);
      const found = sides.map((side) => compare(side, evidence, compiled[side], record[`${side}Bytecode`]));
      return worstOf(passed(sides.join(" and ")), ...found);
    }),
};

function compare(
  side: Side,
  evidence: Evidence,
  built: CodeTemplate,
  stored: BytecodeRecord | RuntimeBytecodeRecord | null | undefined,
): Finding {
  if (stored == null || stored.recompiledBytecode === null)
    return unknown(`the record has no recompiled ${side} code`);
  const code = decodeCode(stored.recompiledBytecode) ?? new Uint8Array();
  const isNamed = restsOnSameMetadata(evidence);
  // A service that was told the addresses of libraries has linked them while compiling.
  const linked = (place: CodeRange) =>
    code.subarray(place.start, place.start + place.length).some((byte) => byte !== 0);
  const immutables = "immutableReferences" in stored ? stored.immutableReferences : undefined;
  return (
    differ(
      `${side} libraries`,
      links(built.linkReferences, isNamed, linked),
      links(stored.linkReferences, isNamed),
    ) ??
    (areInferred(built.immutableReferences)
      ? undefined
      : differ(`${side} immutables`, ranges(built.immutableReferences), ranges(immutables))) ??
    metadata(side, evidence, code, stored) ??
    passed()
  );
}

function differ(what: string, built: readonly string[], stored: readonly string[]): Finding | undefined {
  const other =
    built.find((range) => !stored.includes(range)) ?? stored.find((range) => !built.includes(range));
  if (other === undefined && built.length === stored.length) return undefined;
  return failed(`${what}: ${built.length}, as the build has them`, `${stored.length}, and others`);
}

function links(
  references: LinkReferences | null | undefined,
  isNamed: boolean,
  isLinked: (place: CodeRange) => boolean = () => false,
): readonly string[] {
  return Object.entries(references ?? {}).flatMap(([path, ofFile]) =>
    Object.entries(ofFile).flatMap(([name, places]) =>
      places
        .filter((place) => !isLinked(place))
        .map((place) => (isNamed ? `${path}:${name} ${shown(place)}` : shown(place))),
    ),
  );
}

function ranges(references: ImmutableReferences | null | undefined): readonly string[] {
  return Object.values(references ?? {}).flatMap((places) => places.map(shown));
}

function shown({ start, length }: CodeRange): string {
  return `${length} bytes at ${start}`;
}

/** Some build files have no immutable references: then they were read out of the code, and are named by position. */
function areInferred(references: ImmutableReferences): boolean {
  const names = Object.keys(references);
  return names.length > 0 && names.every((name) => name.startsWith("@"));
}

/** The service may know fewer sections than the code has: it finds those inside by their hashes. */
function metadata(
  side: Side,
  evidence: Evidence,
  code: Uint8Array,
  { cborAuxdata }: BytecodeRecord,
): Finding | undefined {
  const sections = findMetadataSections(code);
  const listed = Object.values(cborAuxdata ?? {});
  const wrong = listed.find(({ offset, value }) => {
    const length = value.length / 2 - 1;
    const isSection =
      isVyper(evidence) || sections.some((it) => it.offset === offset && it.length === length);
    return !isSection || encodeCode(code, offset, offset + length) !== value.toLowerCase();
  });
  const expected = `${side} metadata as it stands in the recompiled code`;
  if (wrong !== undefined) return failed(expected, `other metadata at byte ${wrong.offset}`);
  const own = appendsMetadata(evidence) ? findTrailingSection(code) : undefined;
  const isMissing = own?.hasHash === true && !listed.some(({ offset }) => offset === own.offset);
  return isMissing ? failed(expected, "none at the end of the code") : undefined;
}
