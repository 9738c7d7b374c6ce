import { type CodeTemplate, decodeCode } from "../../domain/code-template.ts";
import type { CodeComparison } from "../../report/model.ts";
import { type Auxdata, findTrailingAuxdata } from "../cbor-auxdata.ts";
import { readImmutables, readLibraries } from "../filled-in.ts";
import { instructionsOf } from "../opcodes.ts";
import { type AlignedRun, alignCode, type Token, tokensOf } from "./align-code.ts";
import { type ListedPlace, placesOf } from "./listed-places.ts";

type Segment = CodeComparison["segments"][number];

/** A code on chain beside a build's, instruction by instruction. */
export interface CodeListing extends Omit<CodeComparison, "contract" | "places"> {
  readonly places: readonly ListedPlace[];
}

/** Twice what a chain allows. Aligning walks through equal stretches once for each change. */
const MOST_BYTES = 50_000;
/** A picture shows no more. */
const MOST_SEGMENTS = 64;

/**
 * @param signatures Of functions, by selector: 8 hex digits.
 * @returns undefined where the programs are the same, where one is no code, and where they have too little in common.
 */
export function compareListing(
  onchain: string,
  template: CodeTemplate,
  signatures: ReadonlyMap<string, string> = new Map(),
): CodeListing | undefined {
  const code = decodeCode(onchain);
  const built = decodeCode(template.object);
  if (code === undefined || built === undefined || code.length === 0 || built.length === 0) return undefined;
  if (Math.max(code.length, built.length) > MOST_BYTES) return undefined;
  const filledIn = [
    ...readLibraries("runtime", built, built, template).ranges,
    ...readImmutables("runtime", built, built, template).ranges,
  ];
  const protection = code[0] === 0x73 && built[0] === 0x73 ? [{ start: 1, length: 20 }] : [];
  const ends = [findTrailingAuxdata(code), findTrailingAuxdata(built)] as const;
  const runs = alignCode(
    tokensOf(code, programOf(code, ends[0])),
    tokensOf(built, programOf(built, ends[1]), [...filledIn, ...protection]),
  );
  if (runs === undefined || !runs.some(({ kind }) => kind === "differs")) return undefined;
  const differing = runs.filter(({ kind }) => kind === "differs");
  return {
    bytes: built.length,
    onlyOnChain: differing.reduce((sum, run) => sum + bytesOf(run.onChain), 0),
    onlyInBuild: differing.reduce((sum, run) => sum + bytesOf(run.inBuild), 0),
    segments: [...segmentsOf(runs), ...metadataSegment(ends)],
    places: placesOf(runs, signatures),
  };
}

/** The instructions before the CBOR auxdata (the metadata section). */
function programOf(code: Uint8Array, auxdata: Auxdata | undefined): ReturnType<typeof instructionsOf> {
  return instructionsOf(code).filter(({ offset }) => auxdata === undefined || offset < auxdata.offset);
}

function bytesOf(tokens: readonly Token[]): number {
  return tokens.reduce((sum, { operand }) => sum + 1 + operand.length, 0);
}

/** Small runs of what is the same disappear first, where there are too many. */
function segmentsOf(runs: readonly AlignedRun[]): readonly Segment[] {
  let chainAt = 0;
  let buildAt = 0;
  const all = runs.map(({ kind, onChain, inBuild }): Segment => {
    const segment: Segment = {
      kind,
      onChain: [chainAt, bytesOf(onChain)],
      inBuild: [buildAt, bytesOf(inBuild)],
    };
    chainAt += segment.onChain[1];
    buildAt += segment.inBuild[1];
    return segment;
  });
  let joined = all;
  for (let least = 8; joined.length > MOST_SEGMENTS - 2; least *= 2) joined = withoutSmall(joined, least);
  return joined;
}

function withoutSmall(segments: readonly Segment[], least: number): Segment[] {
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

function metadataSegment([chain, build]: readonly [
  Auxdata | undefined,
  Auxdata | undefined,
]): readonly Segment[] {
  if (chain === undefined || build === undefined) return [];
  return [
    {
      kind: "metadata",
      onChain: [chain.offset, chain.length],
      inBuild: [build.offset, build.length],
    },
  ];
}
