import { findTrailingAuxdata } from "../bytecode/cbor-auxdata.ts";
import type { BuildCandidate } from "../domain/build.ts";
import { decodeCode, encodeCode } from "../domain/code-template.ts";

/** The metadata sections that contracts end with, worked out when they are first asked for. */
class KnownAuxdata {
  readonly #candidates: readonly BuildCandidate[];
  #sections: ReadonlySet<string> | undefined;

  constructor(candidates: readonly BuildCandidate[]) {
    this.#candidates = candidates;
  }

  /** @param section Hex without 0x. */
  has(section: string): boolean {
    this.#sections ??= new Set(this.#candidates.flatMap(({ runtime }) => sectionOf(runtime.object)));
    return this.#sections.has(section);
  }
}

/** Hex digits that hold the longest section, and some more. */
const TAIL_DIGITS = 512;

function sectionOf(object: string): readonly string[] {
  // Of thousands of codes only the ends, unless one begins inside of a library's placeholder.
  const code = decodeCode(object.slice(-TAIL_DIGITS)) ?? decodeCode(object);
  const section = code === undefined ? undefined : findTrailingAuxdata(code);
  return code === undefined || section === undefined ? [] : [encodeCode(code, section.offset).slice(2)];
}

/** Lets each candidate know the metadata of the others, some of which it may create. */
export function withKnownAuxdata(candidates: readonly BuildCandidate[]): readonly BuildCandidate[] {
  const knownAuxdata = new KnownAuxdata(candidates);
  return candidates.map((candidate) => ({
    ...candidate,
    runtime: { ...candidate.runtime, knownAuxdata },
    creation: { ...candidate.creation, knownAuxdata },
  }));
}
