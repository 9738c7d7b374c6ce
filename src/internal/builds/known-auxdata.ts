import { findTrailingAuxdata } from "../bytecode/cbor-auxdata.ts";
import type { BuildCandidate } from "../domain/build.ts";
import { decodeCode, encodeCode } from "../domain/code-template.ts";

/** The CBOR auxdata (metadata sections) at the end of all contracts, computed on first use. */
class KnownAuxdata {
  readonly #candidates: readonly BuildCandidate[];
  #auxdata: ReadonlySet<string> | undefined;

  constructor(candidates: readonly BuildCandidate[]) {
    this.#candidates = candidates;
  }

  /** @param auxdata Hex without 0x. */
  has(auxdata: string): boolean {
    this.#auxdata ??= auxdataOfAll(this.#candidates);
    return this.#auxdata.has(auxdata);
  }
}

/** The CBOR auxdata at the end of each contract, hex without 0x. */
export function auxdataOfAll(candidates: readonly BuildCandidate[]): ReadonlySet<string> {
  return new Set(candidates.flatMap(({ runtime }) => auxdataOf(runtime.object)));
}

/** More hex digits than the longest auxdata has. */
const TAIL_DIGITS = 512;

function auxdataOf(object: string): readonly string[] {
  // Decodes only the end of each of thousands of codes, unless the cut splits a library placeholder.
  const code = decodeCode(object.slice(-TAIL_DIGITS)) ?? decodeCode(object);
  const auxdata = code === undefined ? undefined : findTrailingAuxdata(code);
  return code === undefined || auxdata === undefined ? [] : [encodeCode(code, auxdata.offset).slice(2)];
}

/** Gives each candidate the auxdata of all others, which it may create. */
export function withKnownAuxdata(candidates: readonly BuildCandidate[]): readonly BuildCandidate[] {
  const knownAuxdata = new KnownAuxdata(candidates);
  return candidates.map((candidate) => ({
    ...candidate,
    runtime: { ...candidate.runtime, knownAuxdata },
    creation: { ...candidate.creation, knownAuxdata },
  }));
}
