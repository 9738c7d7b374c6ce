import {
  type CodeRange,
  type CodeTemplate,
  decodeCode,
  encodeCode,
  libraryRanges,
  type Side,
} from "../../domain/code-template.ts";
import { findAuxdata, findTrailingAuxdata } from "../cbor-auxdata.ts";
import { withObject } from "../compare.ts";
import { CALL_PROTECTION, callProtectionOf, UNPROTECTED } from "../filled-in.ts";
import { inferredTemplate } from "../inferred-template.ts";
import { OPCODE } from "../opcodes.ts";
import type { Step } from "./replay-transformations.ts";

/** `undecided`: the evidence does not decide whether a step is allowed there. */
type PlacesChecked = { readonly kind: "right" } | (Problem & { readonly index: number });

interface Problem {
  readonly kind: "refused" | "undecided";
  readonly reason: string;
}

/** The addresses of a contract that its code can contain. */
export interface OwnAddresses {
  /** 0x-hex, in lower case. */
  readonly known: readonly string[];
  /** False where the contract can have further ones. */
  readonly isComplete: boolean;
}

/** Whether each step changes a place that is filled in after compilation: elsewhere it could hide other code. */
export function checkPlaces(
  side: Side,
  recompiled: string,
  steps: readonly Step[],
  places: Places,
  own: OwnAddresses,
): PlacesChecked {
  const code = decodeCode(recompiled) ?? new Uint8Array();
  const around = { side, code, steps, places, own, keys: keysOf(places) };
  const problems = steps.flatMap((step, index) => {
    const problem = problemWith(step, around);
    return problem === undefined ? [] : [{ ...problem, index }];
  });
  return problems.find(({ kind }) => kind === "refused") ?? problems[0] ?? { kind: "right" };
}

interface Surroundings {
  readonly side: Side;
  readonly code: Uint8Array;
  readonly steps: readonly Step[];
  readonly places: Places;
  readonly own: OwnAddresses;
  readonly keys: ReturnType<typeof keysOf>;
}

const wrong = (reason: string): Problem => ({ kind: "refused", reason });
const undecided = (reason: string): Problem => ({ kind: "undecided", reason });

function problemWith(step: Step, around: Surroundings): Problem | undefined {
  const { side, code } = around;
  switch (step.reason) {
    case "library":
      return filledIn(step, code, around.keys.libraries, "the code has no library address there");
    case "immutable":
      return step.type === "insert"
        ? immutablesAfterCode(step, around)
        : filledIn(step, code, around.keys.immutables, "the code has no immutable there");
    case "constructorArguments":
      if (side === "runtime") return wrong("runtime code has no constructor arguments");
      return step.start === lengthBefore(around)
        ? undefined
        : wrong("constructor arguments follow the creation code");
    case "callProtection":
      return callProtection(step, around);
    case "cborAuxdata":
      return auxdata(step, around);
  }
}

function filledIn(
  { start, length }: Step,
  code: Uint8Array,
  places: ReadonlySet<string>,
  notThere: string,
): Problem | undefined {
  if (!places.has(keyOf({ start, length }))) return wrong(notThere);
  const isEmpty = code.subarray(start, start + length).every((byte) => byte === 0);
  return isEmpty ? undefined : wrong("the recompiled code has other bytes than zeros there");
}

function keysOf({ libraries, immutables, auxdata, possibleAuxdata }: Places) {
  const keys = (ranges: readonly CodeRange[]): ReadonlySet<string> => new Set(ranges.map(keyOf));
  return {
    libraries: keys(libraries),
    immutables: keys(immutables),
    auxdata: keys(auxdata),
    possibleAuxdata: keys(possibleAuxdata),
  };
}

function immutablesAfterCode(step: Step, { side, code, places }: Surroundings): Problem | undefined {
  if (side === "creation" || step.start !== code.length)
    return wrong("only runtime code can be followed by immutables");
  if (places.immutablesAfter === undefined)
    return undecided("the record does not say how many bytes of immutables follow the code");
  return step.value.length === places.immutablesAfter
    ? undefined
    : wrong(`${places.immutablesAfter} bytes of immutables follow the code`);
}

function callProtection(step: Step, { side, code, own }: Surroundings): Problem | undefined {
  if (side === "creation" || step.start !== CALL_PROTECTION.start || callProtectionOf(code) !== UNPROTECTED)
    return wrong("only a library's runtime code begins with call protection");
  if (own.known.includes(encodeCode(step.value))) return undefined;
  return own.isComplete
    ? wrong("call protection holds another address than the contract's own")
    : undecided("call protection holds none of the contract's known addresses");
}

function auxdata(step: Step, { code, places, keys }: Surroundings): Problem | undefined {
  const isDeleted = step.type === "delete";
  const replaced = isDeleted ? { start: step.start + 1, length: step.length - 1 } : step;
  const isAtEnd = replaced.start + replaced.length === code.length;
  // solc puts an INVALID between the program and the auxdata.
  if (isDeleted && !(isAtEnd && code[step.start] === OPCODE.INVALID))
    return wrong("only the CBOR auxdata at the end of the code can be missing");
  if (!isDeleted && !places.isAuxdata(step.value)) return wrong("its value is not CBOR auxdata");
  if (!isDeleted && step.value.length !== step.length && !isAtEnd)
    return wrong("only the CBOR auxdata at the end of the code can be shorter");
  if (keys.auxdata.has(keyOf(replaced))) return undefined;
  return keys.possibleAuxdata.has(keyOf(replaced))
    ? undecided("without a build, it can be CBOR auxdata or a constant of the code")
    : wrong("the code has no CBOR auxdata there");
}

/** The length of the code after all steps but insertions. */
function lengthBefore({ code, steps }: Surroundings): number {
  return steps
    .filter(({ type }) => type !== "insert")
    .reduce((sum, { length, value }) => sum + value.length - length, code.length);
}

/** The places of a recompiled code that transformations may change. The record's own references are not trusted. */
export interface Places {
  readonly libraries: readonly CodeRange[];
  readonly immutables: readonly CodeRange[];
  /** CBOR auxdata (metadata sections). */
  readonly auxdata: readonly CodeRange[];
  /** Bytes that look like auxdata; only a build could show whether they are a constant of the code. */
  readonly possibleAuxdata: readonly CodeRange[];
  /** Bytes of immutables after the code (Vyper); undefined where the size is unknown. */
  readonly immutablesAfter: number | undefined;
  /** Whether a value is exactly one auxdata. */
  readonly isAuxdata: (value: Uint8Array) => boolean;
}

/**
 * The places in code of solc.
 *
 * @param recompiled 0x-hex.
 * @param built The build's template; without it the places are inferred from the recompiled code.
 * @param appendsAuxdata False where bytes that look like auxdata must be a constant.
 */
export function placesOf(
  side: Side,
  recompiled: string,
  built: CodeTemplate | undefined,
  appendsAuxdata = true,
): Places {
  const template = withObject(built ?? inferredTemplate(side, recompiled), recompiled);
  const code = decodeCode(recompiled) ?? new Uint8Array();
  const found = appendsAuxdata ? findAuxdata(code) : [];
  const real = template.auxdata ?? [];
  const keys = new Set(real.map(keyOf));
  const isReal = (range: CodeRange) => keys.has(keyOf(range));
  return {
    libraries: libraryRanges(template.linkReferences).flatMap(([, ranges]) => ranges),
    immutables: Object.values(template.immutableReferences).flat(),
    auxdata: found.filter(isReal),
    possibleAuxdata: built === undefined ? found.filter((range) => !isReal(range)) : [],
    immutablesAfter: 0,
    isAuxdata: (value) => findTrailingAuxdata(value)?.length === value.length,
  };
}

/** Ranges are looked up by it: a record can have thousands, and as many steps. */
function keyOf({ start, length }: CodeRange): string {
  return `${start} ${length}`;
}
