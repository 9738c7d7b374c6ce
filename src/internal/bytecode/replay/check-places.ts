import {
  type CodeRange,
  type CodeTemplate,
  encodeCode,
  getLibraryRanges,
  type Side,
  toBytes,
} from "../../domain/code-template.ts";
import { findAuxdata, findTrailingAuxdata } from "../cbor-auxdata.ts";
import { replaceObject } from "../compare.ts";
import { CALL_PROTECTION, readCallProtection, UNPROTECTED } from "../filled-in.ts";
import { inferTemplate } from "../inferred-template.ts";
import { OPCODE } from "../opcodes.ts";
import type { Step } from "./replay-transformations.ts";

/** `undecided`: the evidence doesn't show whether a step is allowed at its position. */
type PlacesChecked = { readonly kind: "right" } | (Problem & { readonly index: number });

interface Problem {
  readonly kind: "refused" | "undecided";
  readonly reason: string;
}

/** The contract's own addresses, which its code can contain. */
export interface OwnAddresses {
  /** 0x-prefixed hex, lowercase. */
  readonly known: readonly string[];
  /** False if the contract may have other addresses too. */
  readonly isComplete: boolean;
}

const wrong = (reason: string): Problem => ({ kind: "refused", reason });
const undecided = (reason: string): Problem => ({ kind: "undecided", reason });

/**
 * Checks that each step changes only bytes that are filled in after compilation. A step elsewhere could hide different
 * code.
 */
export function checkPlaces(
  side: Side,
  recompiled: string,
  steps: readonly Step[],
  places: Places,
  own: OwnAddresses,
): PlacesChecked {
  const code = toBytes(recompiled);
  /** The length of the code after all steps except insertions. */
  const lengthBefore = steps
    .filter(({ type }) => type !== "insert")
    .reduce((sum, { length, value }) => sum + value.length - length, code.length);

  function findProblem(step: Step): Problem | undefined {
    switch (step.reason) {
      case "library":
        return filledIn(step, places.libraries, "the code has no library address there");
      case "immutable":
        return step.type === "insert"
          ? immutablesAfterCode(step)
          : filledIn(step, places.immutables, "the code has no immutable there");
      case "constructorArguments":
        if (side === "runtime") return wrong("runtime code has no constructor arguments");
        return step.start === lengthBefore
          ? undefined
          : wrong("constructor arguments must follow the creation code");
      case "callProtection":
        return callProtection(step);
      case "cborAuxdata":
        return auxdata(step);
    }
  }

  function filledIn(step: Step, allowed: ReadonlySet<string>, notThere: string): Problem | undefined {
    const { start, length } = step;
    if (!allowed.has(createKey(step))) return wrong(notThere);
    const isEmpty = code.subarray(start, start + length).every((byte) => byte === 0);
    return isEmpty ? undefined : wrong("the recompiled code isn't zero there");
  }

  function immutablesAfterCode({ start, value }: Step): Problem | undefined {
    const { immutablesAfter } = places;
    if (side === "creation" || start !== code.length)
      return wrong("only runtime code can be followed by immutables");
    if (immutablesAfter === undefined)
      return undecided("the record does not say how many bytes of immutables follow the code");
    return value.length === immutablesAfter
      ? undefined
      : wrong(`the code must be followed by ${immutablesAfter} bytes of immutables`);
  }

  function callProtection({ start, value }: Step): Problem | undefined {
    if (side === "creation" || start !== CALL_PROTECTION.start || readCallProtection(code) !== UNPROTECTED)
      return wrong("only a library's runtime code begins with call protection");
    if (own.known.includes(encodeCode(value))) return undefined;
    return own.isComplete
      ? wrong("call protection contains an address that isn't the contract's own")
      : undecided("call protection contains none of the contract's known addresses");
  }

  function auxdata(step: Step): Problem | undefined {
    const isDeleted = step.type === "delete";
    const replaced = isDeleted ? { start: step.start + 1, length: step.length - 1 } : step;
    const isAtEnd = replaced.start + replaced.length === code.length;
    // solc puts an INVALID between the program and the auxdata.
    if (isDeleted && !(isAtEnd && code[step.start] === OPCODE.INVALID))
      return wrong("only the CBOR auxdata at the end of the code can be missing");
    if (!isDeleted && !places.isAuxdata(step.value)) return wrong("its value is not CBOR auxdata");
    if (!isDeleted && step.value.length !== step.length && !isAtEnd)
      return wrong("only the CBOR auxdata at the end of the code can be shorter");
    if (places.auxdata.has(createKey(replaced))) return undefined;
    return places.possibleAuxdata.has(createKey(replaced))
      ? undecided("without a build, it could be either CBOR auxdata or a constant")
      : wrong("the code has no CBOR auxdata there");
  }

  const problems = steps.flatMap((step, index) => {
    const problem = findProblem(step);
    return problem === undefined ? [] : [{ ...problem, index }];
  });
  return problems.find(({ kind }) => kind === "refused") ?? problems[0] ?? { kind: "right" };
}

/**
 * The positions in recompiled code that transformations may change. They are stored as keys for fast lookup, because a
 * record can contain thousands of references and steps. The record's own references aren't trusted.
 */
export interface Places {
  readonly libraries: ReadonlySet<string>;
  readonly immutables: ReadonlySet<string>;
  /** CBOR auxdata (metadata sections). */
  readonly auxdata: ReadonlySet<string>;
  /** Bytes that look like auxdata. If there is no build, they could also belong to a constant. */
  readonly possibleAuxdata: ReadonlySet<string>;
  /** Size of the immutables after the code (Vyper), in bytes. Undefined if unknown. */
  readonly immutablesAfter: number | undefined;
  /** True if a value is exactly one auxdata section. */
  readonly isAuxdata: (value: Uint8Array) => boolean;
}

/**
 * Returns these positions in code compiled by solc.
 *
 * @param recompiled 0x-prefixed hex.
 * @param built The build's template. If undefined, the positions are inferred from the recompiled code.
 * @param appendsAuxdata False if bytes that look like auxdata can only belong to a constant.
 */
export function findPlaces(
  side: Side,
  recompiled: string,
  built: CodeTemplate | undefined,
  appendsAuxdata = true,
): Places {
  const template = replaceObject(built ?? inferTemplate(side, recompiled), recompiled);
  const code = toBytes(recompiled);
  const found = createKeys(appendsAuxdata ? findAuxdata(code) : []);
  const auxdata = found.intersection(createKeys(template.auxdata ?? []));
  return {
    libraries: createKeys(getLibraryRanges(template.linkReferences).flatMap(([, ranges]) => ranges)),
    immutables: createKeys(Object.values(template.immutableReferences).flat()),
    auxdata,
    possibleAuxdata: built === undefined ? found.difference(auxdata) : new Set(),
    immutablesAfter: 0,
    isAuxdata: (value) => findTrailingAuxdata(value)?.length === value.length,
  };
}

export function createKeys(ranges: readonly CodeRange[]): ReadonlySet<string> {
  return new Set(ranges.map(createKey));
}

function createKey({ start, length }: CodeRange): string {
  return `${start} ${length}`;
}
