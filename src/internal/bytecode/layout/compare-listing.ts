import { type CodeTemplate, toBytes } from "../../domain/code-template.ts";
import type { CodeComparison } from "../../report/model.ts";
import { type Auxdata, findTrailingAuxdata } from "../cbor-auxdata.ts";
import { CALL_PROTECTION, readCallProtection, readFilledIn } from "../filled-in.ts";
import { decodeInstructions, getMnemonic, type Instruction } from "../opcodes.ts";
import { type AlignedRun, alignCode, createTokens, type Token } from "./align-code.ts";

type Segment = CodeComparison["segments"][number];

/** Twice a chain's limit. Alignment scans identical stretches once per change, so longer code would take too long. */
const MAX_BYTES = 50_000;
/** A picture can't show more segments. */
const MAX_SEGMENTS = 64;

/**
 * Lists the differences between the bytecode on chain and a build's bytecode.
 *
 * @param signatures Function signatures, keyed by selector (8 hex digits).
 * @returns undefined if the programs are equal or have too little in common, or if either side isn't bytecode.
 */
export function compareListing(
  onchain: string,
  template: CodeTemplate,
  signatures: ReadonlyMap<string, string> = new Map(),
) {
  const [code, built] = [toBytes(onchain), toBytes(template.object)];
  if (code.length === 0 || built.length === 0) return undefined;
  if (Math.max(code.length, built.length) > MAX_BYTES) return undefined;
  const protection = [code, built].every(readCallProtection) ? [CALL_PROTECTION] : [];
  const ends = [findTrailingAuxdata(code), findTrailingAuxdata(built)] as const;
  const runs = alignCode(
    createTokens(code, decodeProgram(code, ends[0])),
    createTokens(built, decodeProgram(built, ends[1]), [
      ...readFilledIn(built, built, template),
      ...protection,
    ]),
  );
  if (runs === undefined || !runs.some(({ kind }) => kind === "differs")) return undefined;
  const differing = runs.filter(({ kind }) => kind === "differs");
  return {
    bytes: built.length,
    onlyOnChain: differing.reduce((sum, run) => sum + countBytes(run.onChain), 0),
    onlyInBuild: differing.reduce((sum, run) => sum + countBytes(run.inBuild), 0),
    segments: [...createSegments(runs), ...createMetadataSegment(...ends)],
    places: createPlaces(runs, signatures),
  };
}

/** Decodes the instructions before the CBOR auxdata (the metadata section). */
function decodeProgram(code: Uint8Array, auxdata: Auxdata | undefined): readonly Instruction[] {
  return decodeInstructions(code).filter(({ offset }) => auxdata === undefined || offset < auxdata.start);
}

function countBytes(tokens: readonly Token[]): number {
  return tokens.reduce((sum, { operand }) => sum + 1 + operand.length, 0);
}

/** Merges small equal runs into their neighbors until there are few enough segments. */
function createSegments(runs: readonly AlignedRun[]): readonly Segment[] {
  let chainAt = 0;
  let buildAt = 0;
  const all = runs.map(({ kind, onChain, inBuild }): Segment => {
    const segment: Segment = {
      kind,
      onChain: [chainAt, countBytes(onChain)],
      inBuild: [buildAt, countBytes(inBuild)],
    };
    chainAt += segment.onChain[1];
    buildAt += segment.inBuild[1];
    return segment;
  });
  let joined = all;
  for (let least = 8; joined.length > MAX_SEGMENTS - 2; least *= 2) joined = joinSmall(joined, least);
  return joined;
}

function joinSmall(segments: readonly Segment[], least: number): Segment[] {
  const joined: Segment[] = [];
  for (const segment of segments) {
    const kind = segment.kind === "same" && segment.onChain[1] < least ? "differs" : segment.kind;
    const last = joined.at(-1);
    if (last?.kind === kind)
      joined[joined.length - 1] = {
        kind,
        onChain: [last.onChain[0], last.onChain[1] + segment.onChain[1]],
        inBuild: [last.inBuild[0], last.inBuild[1] + segment.inBuild[1]],
      };
    else joined.push({ ...segment, kind });
  }
  return joined;
}

function createMetadataSegment(chain?: Auxdata, build?: Auxdata): readonly Segment[] {
  if (chain === undefined || build === undefined) return [];
  const onChain: Segment["onChain"] = [chain.start, chain.length];
  return [{ kind: "metadata", onChain, inBuild: [build.start, build.length] }];
}

type Place = CodeComparison["places"][number];
type ListedRow = Place["rows"][number];
type ListedInstruction = NonNullable<ListedRow["onChain"]>;

interface ListedPlace extends Omit<Place, "source"> {
  /**
   * Offset of the first difference in the build's code. If the differing bytes exist only on chain, the offset of the
   * build's next instruction.
   */
  readonly at: number;
}

const MAX_PLACES = 2;
/** Number of instructions shown before and after a difference. */
const CONTEXT = 3;
const MAX_ROWS = 14;

/** Returns the first differences, each with the instructions around it. */
function createPlaces(
  runs: readonly AlignedRun[],
  signatures: ReadonlyMap<string, string>,
): readonly ListedPlace[] {
  const indexes = runs.flatMap(({ kind }, index) => (kind === "differs" ? [index] : [])).slice(0, MAX_PLACES);
  let shownAfter = 0;
  return indexes.map((index): ListedPlace => {
    // The instructions around a difference are equal on both sides.
    const [before = NO_RUN, here = NO_RUN, after = NO_RUN] = [runs[index - 1], runs[index], runs[index + 1]];
    const lead = Math.max(shownAfter, before.onChain.length - CONTEXT);
    const folded = lead - shownAfter;
    const differing = createRows(here, signatures);
    const rows = differing.slice(0, MAX_ROWS);
    const isCut = rows.length < differing.length;
    const tail = createRows(sliceRun(after, 0, isCut ? 0 : CONTEXT), signatures);
    shownAfter = tail.length;
    return {
      before: folded,
      ...(isCut ? { cut: differing.length - rows.length } : {}),
      rows: [...createRows(sliceRun(before, lead), signatures), ...rows, ...tail],
      at: (here.inBuild[0] ?? after.inBuild[0] ?? before.inBuild.at(-1))?.offset ?? 0,
    };
  });
}

const NO_RUN: AlignedRun = { kind: "same", onChain: [], inBuild: [] };

function sliceRun({ kind, onChain, inBuild }: AlignedRun, start: number, end?: number): AlignedRun {
  return { kind, onChain: onChain.slice(start, end), inBuild: inBuild.slice(start, end) };
}

/** Pairs both sides' instructions if only pushed values differ; otherwise lists one side after the other. */
function createRows(
  { kind, onChain, inBuild }: AlignedRun,
  signatures: ReadonlyMap<string, string>,
): readonly ListedRow[] {
  const row = (chain: Token | undefined, build: Token | undefined): ListedRow => ({
    state:
      kind === "differs"
        ? kind
        : chain?.value !== build?.value && build?.isFilledIn !== true
          ? "moved"
          : "same",
    ...(chain && { onChain: createInstruction(chain, signatures) }),
    ...(build && { inBuild: createInstruction(build, signatures) }),
  });
  // If the counts are equal, each instruction has a counterpart.
  return onChain.length === inBuild.length
    ? onChain.map((token, index) => row(token, inBuild[index]))
    : [...onChain.map((token) => row(token, undefined)), ...inBuild.map((token) => row(undefined, token))];
}

function createInstruction(
  { offset, opcode, operand, value, isFilledIn }: Token,
  signatures: ReadonlyMap<string, string>,
): ListedInstruction {
  const name = getMnemonic(opcode);
  const signature = operand.length === 4 ? signatures.get(value.slice(2)) : undefined;
  const note =
    signature === undefined ? (isFilledIn ? "filled in later" : undefined) : `selector of ${signature}`;
  return {
    offset,
    // 32-byte words are mostly leading zeros.
    text: value === "" ? name : `${name} ${value.replace(/^0x(?:00){4,}(?=..)/, "0x…")}`,
    ...(note === undefined ? {} : { note }),
  };
}
