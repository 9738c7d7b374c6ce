import { decodeCode } from "../../domain/code-template.ts";
import { isPackageSource } from "../../domain/package-source.ts";
import type { CodeOrigins, CodePart } from "../../report/model.ts";
import { instructionsOf, OPCODE } from "../opcodes.ts";
import { readSourceMap } from "./source-line.ts";

/** More places are not shown one by one: a map has at most so many cells. */
const MOST_CELLS = 768;

/** A letter for each, in the order of which counts where two have as many bytes of a cell. */
const LETTERS = { project: "p", packages: "d", compiler: "c", data: "x" } as const;

type Origin = keyof typeof LETTERS;

/** What was compiled, as its source map numbers it. */
export interface Compiled {
  /** Solidity's source map of the runtime code. */
  readonly sourceMap: string;
  /** The paths of all sources of the compilation. */
  readonly paths: readonly string[];
  /** The path of the contract's own source. */
  readonly ownPath: string;
}

/**
 * Whose source each byte of a code was compiled from: the project's, a package's, or none, where the compiler added it.
 * What comes after the instructions of the source map is data, such as the code of a contract that it creates.
 *
 * @param onchain 0x-hex.
 * @param parts What is filled in or metadata; it is of no origin.
 * @returns undefined for text that is no code, and for a source map that is not this code's.
 */
export function codeOrigins(
  onchain: string,
  parts: readonly CodePart[],
  { sourceMap, paths, ownPath }: Compiled,
): CodeOrigins | undefined {
  const code = decodeCode(onchain);
  if (code === undefined || code.length === 0) return undefined;
  const entries = readSourceMap(sourceMap);
  const instructions = instructionsOf(code);
  if (entries === undefined || entries.length > instructions.length) return undefined;
  // solc numbers the sources in the order of their names.
  const origins = [...paths].sort().map((path) => (isPackageSource(path, ownPath) ? "packages" : "project"));
  const bytes = new Array<Origin | undefined>(code.length).fill("data");
  for (const [index, { file }] of entries.entries()) {
    const { offset = 0, operand } = instructions[index] ?? {};
    bytes.fill(origins[file] ?? "compiler", offset, offset + 1 + (operand?.length ?? 0));
  }
  // The INVALID that parts the instructions from what follows them has no entry.
  const end = instructions[entries.length];
  if (end?.opcode === OPCODE.INVALID) bytes[end.offset] = "compiler";
  for (const { start, length } of parts) bytes.fill(undefined, start, start + length);
  const count = (origin: Origin) => bytes.filter((each) => each === origin).length;
  return {
    project: count("project"),
    packages: count("packages"),
    compiler: count("compiler"),
    data: count("data"),
    ...cellsOf(bytes),
  };
}

function cellsOf(bytes: readonly (Origin | undefined)[]): Pick<CodeOrigins, "cellBytes" | "cells"> {
  let cellBytes = 1;
  while (Math.ceil(bytes.length / cellBytes) > MOST_CELLS) cellBytes *= 2;
  const cells = Array.from({ length: Math.ceil(bytes.length / cellBytes) }, (_, cell) =>
    majority(bytes.slice(cell * cellBytes, (cell + 1) * cellBytes)),
  );
  return { cellBytes, cells: cells.join("") };
}

/** `-` where all bytes are of parts. */
function majority(bytes: readonly (Origin | undefined)[]): string {
  let best: Origin | undefined;
  let most = 0;
  for (const origin of Object.keys(LETTERS) as Origin[]) {
    const count = bytes.filter((each) => each === origin).length;
    if (count > most) [best, most] = [origin, count];
  }
  return best === undefined ? "-" : LETTERS[best];
}
