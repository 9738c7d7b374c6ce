import { appendsAuxdata, findAuxdata, findTrailingAuxdata } from "../../bytecode/cbor-auxdata.ts";
import { inferTemplate } from "../../bytecode/inferred-template.ts";
import { checkPlaces, findPlaces } from "../../bytecode/replay/check-places.ts";
import {
  getValueName,
  getValuePart,
  nameValues,
  replayTransformations,
} from "../../bytecode/replay/replay-transformations.ts";
import { findVyperPlaces } from "../../bytecode/replay/vyper-places.ts";
import {
  type CodeRange,
  type CodeTemplate,
  encodeCode,
  getLibraryRanges,
  type ImmutableReferences,
  type LinkReferences,
  type Side,
  toBytes,
} from "../../domain/code-template.ts";
import type { BytecodeRecord, Transformation, TransformationValues } from "../../domain/record.ts";
import { formatCount, formatLength } from "../../text/amounts.ts";
import {
  type CheckRule,
  type Finding,
  failed,
  notReturned,
  passed,
  skipped,
  unknown,
  worstFinding,
} from "../check.ts";
import { isSideClaimed, mustFitBuild } from "../compare/comparable.ts";
import { describeCode } from "../compare/compare-values.ts";
import { needExpectedCode } from "../compare/compiled-here.ts";
import { getOwnAddresses } from "../compare/own-addresses.ts";
import type { Evidence } from "../evidence.ts";

export const replayRuntime: CheckRule = {
  id: "replay-runtime",
  claim: "record",
  subject: "runtime code can be replayed",
  witnesses: ["record", "chain", "build"],
  proves:
    "Applying the record's transformations to the service's recompiled runtime code produces the code on chain. Every transformation is of a known kind and changes only bytes that the build leaves open (library, immutable, metadata, call protection). Therefore, no transformation can hide different code.",
  run: (evidence) => replaySide("runtime", evidence),
};

export const replayCreation: CheckRule = {
  id: "replay-creation",
  claim: "record",
  subject: "creation code can be replayed",
  witnesses: ["record", "chain", "build"],
  proves:
    "Applying the record's transformations to the service's recompiled creation code produces the record's creation code and, if known, the executed init code. Every transformation fills in a library address, metadata or constructor arguments.",
  run: (evidence) => replaySide("creation", evidence),
};

export const recordReferences: CheckRule = {
  id: "record-references",
  claim: "record",
  subject: "references as in the build",
  witnesses: ["record", "build"],
  proves:
    "Libraries, immutables and CBOR auxdata have the same positions in the record as in the build or, without a build, in Solidity code compiled on this machine. The IDs of immutables may differ. Library names may differ if the match does not cover the metadata.",
  run: (evidence) => {
    const { record } = evidence;
    const compiled = needExpectedCode(evidence);
    const sides = (["runtime", "creation"] as const).filter((side) => isSideClaimed(side, record));
    const found = sides.map((side) => compare(side, evidence, compiled[side]));
    return worstFinding(passed(sides.join(" and ")), ...found);
  },
};

function compare(side: Side, evidence: Evidence, built: CodeTemplate): Finding {
  const { record } = evidence;
  const stored = record[`${side}Bytecode`];
  if (stored?.recompiledBytecode == null) return notReturned(`the recompiled ${side} code`);
  const code = toBytes(stored.recompiledBytecode);
  // If a service receives library addresses in the settings, the compiler already links the libraries and leaves no
  // positions open for them.
  const isOpen = ({ start, length }: CodeRange) =>
    code.subarray(start, start + length).every((byte) => byte === 0);
  // Some build files have no references, and not all references can be inferred.
  const inCode = inferTemplate(side, stored.recompiledBytecode);
  // An inferred position is certain only if the code on chain contains a value there.
  const onchain = getOnchainCode(side, evidence);
  const deployed = toBytes(onchain);
  const isCertain = ({ start, length }: CodeRange) =>
    built.isInferred !== true || deployed.subarray(start, start + length).some((byte) => byte !== 0);
  const isNamed = mustFitBuild(evidence);
  const immutables = side === "runtime" ? record.runtimeBytecode?.immutableReferences : undefined;
  return worstFinding(
    comparePlaces(
      `${side} libraries`,
      listLinkPlaces(built.linkReferences).filter(isOpen).filter(isCertain),
      stored.linkReferences == null ? undefined : listLinkPlaces(stored.linkReferences),
      listLinkPlaces(inCode.linkReferences),
      isNamed,
    ),
    comparePlaces(
      `${side} immutables`,
      listRanges(built.immutableReferences).filter(isCertain),
      immutables == null ? undefined : listRanges(immutables),
      listRanges(inCode.immutableReferences),
      false,
    ),
    compareMetadata(side, evidence, code, stored),
  );
}

interface Place extends CodeRange {
  /** A library's `path:Name`. Undefined if unknown. */
  readonly name?: string;
}

function comparePlaces(
  what: string,
  built: readonly Place[],
  stored: readonly Place[] | undefined,
  inCode: readonly Place[],
  isNamed: boolean,
): Finding {
  if (stored === undefined) return built.length === 0 ? passed() : notReturned(`the positions of ${what}`);
  const isSame = (place: Place, other: Place | undefined) =>
    place.length === other?.length &&
    (!isNamed || place.name === undefined || other.name === undefined || place.name === other.name);
  const storedAt = indexByStart(stored);
  const missing = built.find((place) => !isSame(place, storedAt.get(place.start)));
  if (missing !== undefined)
    return failed(`${what}: ${formatPlace(missing)}`, "a different position, or none");
  const allowedAt = indexByStart([...inCode, ...built]);
  const extra = stored.find(
    (place) => !isSame(place, allowedAt.get(place.start)) || storedAt.get(place.start) !== place,
  );
  if (extra === undefined) return passed();
  return failed(`${what}: ${formatCount(built.length, "place")}`, `also ${formatPlace(extra)}`);
}

/** Indexes positions by offset, because the record and the code can each have thousands of them. */
function indexByStart(places: readonly Place[]): ReadonlyMap<number, Place> {
  return new Map(places.map((place) => [place.start, place]));
}

function listLinkPlaces(references: LinkReferences): readonly Place[] {
  return getLibraryRanges(references).flatMap(([name, places]) =>
    places.map((place) => (name.startsWith(":") ? place : { ...place, name })),
  );
}

function listRanges(references: ImmutableReferences): readonly Place[] {
  return Object.values(references).flat();
}

function formatPlace({ start, length }: CodeRange): string {
  return `${formatLength(length)} at ${start}`;
}

/**
 * Compares the CBOR auxdata. The service may list fewer sections than the code has, because it can find inner sections
 * only by their hashes.
 */
function compareMetadata(
  side: Side,
  evidence: Evidence,
  code: Uint8Array,
  { cborAuxdata }: BytecodeRecord,
): Finding {
  if (cborAuxdata == null) return passed();
  const lengths = new Map(findAuxdata(code).map(({ start, length }) => [start, length]));
  const listed = Object.values(cborAuxdata);
  const wrong = listed.find(({ offset, value }) => {
    const length = value.length / 2 - 1;
    const isSection = isVyper(evidence) || lengths.get(offset) === length;
    return !isSection || encodeCode(code, offset, offset + length) !== value.toLowerCase();
  });
  const expected = `the recompiled ${side} code's metadata`;
  if (wrong !== undefined) return failed(expected, `different metadata at byte ${wrong.offset}`);
  const { build, record } = evidence;
  const settings = build === undefined ? record.metadata?.settings : build.compilation.input.settings;
  const own = appendsAuxdata(settings) ? findTrailingAuxdata(code) : undefined;
  const isMissing = own?.hasHash === true && !listed.some(({ offset }) => offset === own.start);
  return isMissing ? failed(expected, "none at the end of the code") : passed();
}

function getOnchainCode(side: Side, { facts }: Evidence): string | undefined {
  return side === "runtime" ? facts.runtimeBytecode : facts.creation?.initCode?.bytecode;
}

/** Checks that the record's transformations turn one side's recompiled code into the code on chain. */
export function replaySide(side: Side, evidence: Evidence): Finding {
  const { record } = evidence;
  if (record[`${side}Match`] === null) return skipped(`the record has no ${side} match`);
  const { recompiledBytecode, onchainBytecode, transformations, transformationValues } =
    record[`${side}Bytecode`] ?? {};
  if (recompiledBytecode == null) return notReturned(`the recompiled ${side} code`);
  const onchain = getOnchainCode(side, evidence);
  if (onchainBytecode == null && onchain === undefined) return notReturned(`the on-chain ${side} code`);
  if (transformations == null) return notReturned(`the ${side} code's transformations`);
  const valueless = findOmittedValues(transformations, transformationValues ?? {});
  if (valueless !== undefined) return notReturned(`the values for its ${valueless} transformations`);

  const count = transformations.length;
  const describe = (index: number) =>
    `transformation ${index + 1} of ${count}, at byte ${transformations[index]?.offset}`;
  const refuse = (index: number | undefined, reason: string) =>
    failed(
      `transformations at the positions left open in ${describeCode(recompiledBytecode)}`,
      index === undefined ? "different transformations" : describe(index),
      reason,
    );

  const replay = replayTransformations(recompiledBytecode, transformations, transformationValues ?? {});
  if (replay.kind === "refused") return refuse(replay.index, replay.reason);
  const places = isVyper(evidence)
    ? findVyperPlaces(side, recompiledBytecode, record.creationBytecode?.recompiledBytecode)
    : findPlaces(
        side,
        recompiledBytecode,
        evidence.build?.compiled?.[side],
        appendsAuxdata(evidence.build?.compilation.input.settings),
      );
  const checked = checkPlaces(side, recompiledBytecode, replay.steps, places, getOwnAddresses(evidence));
  if (checked.kind === "refused") return refuse(checked.index, checked.reason);

  for (const code of [onchainBytecode, onchain]) {
    if (code != null && code.toLowerCase() !== replay.code)
      return failed(
        describeCode(code),
        describeCode(replay.code),
        "the transformations don't turn the recompiled code into the code on chain",
      );
  }
  if (onchain === undefined)
    return skipped(`the chain does not show the ${side} code, and the record alone proves nothing`);
  if (checked.kind === "undecided") return unknown(`${describe(checked.index)}: ${checked.reason}`);
  return passed(count === 0 ? "nothing filled in" : `${formatCount(count, "place")} filled in`);
}

/**
 * Returns the `reason` of the first transformation whose value is missing from the record. Values that no
 * transformation uses are rejected later.
 */
function findOmittedValues(
  transformations: readonly Transformation[],
  values: TransformationValues,
): string | undefined {
  const named = new Set(transformations.map(getValueName));
  const given = [...nameValues(values).keys()];
  if (given.some((each) => !named.has(each))) return undefined;
  return transformations.find((each) => {
    const key = getValuePart(each);
    const isElsewhere = each.id !== undefined && given.some((name) => name.endsWith(` ${each.id}`));
    return each.type !== "delete" && key !== undefined && values[key] === undefined && !isElsewhere;
  })?.reason;
}

/**
 * True for Vyper, whose compiler leaves different positions open than solc. If there is no build, the record's metadata
 * takes precedence over its compilation, because a hash on chain can cover the metadata.
 */
export function isVyper({ record, build }: Evidence): boolean {
  const { compilation, metadata } = record;
  return (build?.compilation.input.language ?? metadata?.language ?? compilation?.language) === "Vyper";
}
