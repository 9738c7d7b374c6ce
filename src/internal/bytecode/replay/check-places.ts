import { type CodeRange, decodeCode, encodeCode, type Side } from "../../domain/code-template.ts";
import type { Places } from "./places.ts";
import { type Refused, refused, type Step } from "./read-steps.ts";

/** `untold`: nobody knows whether it may stand there. */
type PlacesChecked = { readonly kind: "right" } | Refused | Untold;

interface Untold {
  readonly kind: "untold";
  readonly reason: string;
  readonly index: number;
}

/** By which addresses a contract knows itself. */
export interface OwnAddresses {
  /** 0x-hex, in lower case. */
  readonly known: readonly string[];
  /** Whether it can have others. */
  readonly isComplete: boolean;
}

/** PUSH20, 20 bytes, ADDRESS EQ (docs.soliditylang.org, "Call Protection For Libraries"). */
const CALL_PROTECTION = /^0x73(?:00){20}3014/;
/** INVALID, which the compiler puts before what follows the program. */
const INVALID = 0xfe;

/** Whether each step stands where something is filled in after compiling: a step elsewhere could hide other code. */
export function checkPlaces(
  side: Side,
  recompiled: string,
  steps: readonly Step[],
  places: Places,
  own: OwnAddresses,
): PlacesChecked {
  const code = decodeCode(recompiled) ?? new Uint8Array();
  let untold: Untold | undefined;
  for (const [index, step] of steps.entries()) {
    const problem = problemWith(step, { side, code, steps, places, own });
    if (problem === undefined) continue;
    if (!problem.isUntold) return refused(problem.reason, index);
    untold ??= { kind: "untold", reason: problem.reason, index };
  }
  return untold ?? { kind: "right" };
}

interface Around {
  readonly side: Side;
  readonly code: Uint8Array;
  readonly steps: readonly Step[];
  readonly places: Places;
  readonly own: OwnAddresses;
}

interface Problem {
  readonly reason: string;
  readonly isUntold: boolean;
}

const wrong = (reason: string): Problem => ({ reason, isUntold: false });
const untold = (reason: string): Problem => ({ reason, isUntold: true });

function problemWith(step: Step, around: Around): Problem | undefined {
  const { side, code, places } = around;
  switch (step.reason) {
    case "library":
      return filledIn(step, code, places.libraries, "the code calls no library there");
    case "immutable":
      return step.type === "insert"
        ? behindCode(step, around)
        : filledIn(step, code, places.immutables, "the code has no immutable there");
    case "constructorArguments":
      if (side === "runtime") return wrong("runtime code has no constructor arguments");
      return step.start === lengthBefore(around)
        ? undefined
        : wrong("constructor arguments follow the creation code");
    case "callProtection":
      return callProtection(step, around);
    case "cborAuxdata":
      return metadata(step, around);
  }
}

function filledIn(
  { start, length }: Step,
  code: Uint8Array,
  ranges: readonly CodeRange[],
  notThere: string,
): Problem | undefined {
  if (!ranges.some((range) => range.start === start && range.length === length)) return wrong(notThere);
  const isEmpty = code.subarray(start, start + length).every((byte) => byte === 0);
  return isEmpty ? undefined : wrong("the recompiled code has bytes of its own there");
}

function behindCode(step: Step, { side, code, places }: Around): Problem | undefined {
  if (side === "creation" || step.start !== code.length)
    return wrong("immutables are inserted behind runtime code only");
  if (places.immutablesBehind === undefined)
    return untold("the record does not say how many bytes of immutables follow the code");
  return step.value.length === places.immutablesBehind
    ? undefined
    : wrong(`${places.immutablesBehind} bytes of immutables follow the code`);
}

function callProtection(step: Step, { side, code, own }: Around): Problem | undefined {
  if (side === "creation" || step.start !== 1 || !CALL_PROTECTION.test(encodeCode(code, 0, 23)))
    return wrong("only a library's runtime code begins with call protection");
  if (own.known.includes(encodeCode(step.value))) return undefined;
  const reason = "call protection holds another address than the contract's own";
  return own.isComplete ? wrong(reason) : untold(`${reason}, as far as that is known`);
}

function metadata(step: Step, { code, places }: Around): Problem | undefined {
  const isDeleted = step.type === "delete";
  const section = isDeleted ? { start: step.start + 1, length: step.length - 1 } : step;
  const isOver = (range: CodeRange) => range.start === section.start && range.length === section.length;
  const isAtEnd = section.start + section.length === code.length;
  if (isDeleted && !(isAtEnd && code[step.start] === INVALID))
    return wrong("only the metadata at the end of the code can be missing");
  if (!isDeleted && !places.isMetadata(step.value)) return wrong("its value is no metadata");
  if (!isDeleted && step.value.length !== step.length && !isAtEnd)
    return wrong("only the metadata at the end of the code can be shorter");
  if (places.metadata.some(isOver)) return undefined;
  return places.perhapsMetadata.some(isOver)
    ? untold("without a build nobody knows whether it is metadata or a constant of the code")
    : wrong("the code has no metadata there");
}

/** The length of the code with all applied but what is inserted. */
function lengthBefore({ code, steps }: Around): number {
  return steps
    .filter(({ type }) => type !== "insert")
    .reduce((sum, { length, value }) => sum + value.length - length, code.length);
}
