import { toBytes } from "../../domain/code-template.ts";
import { isPackageSource } from "../../domain/package-source.ts";
import type { CodeComparison, CodeOrigins, CodePart } from "../../report/model.ts";
import { decodeInstructions, OPCODE } from "../opcodes.ts";

/** The maximum number of cells in a map. In longer code, a cell covers several bytes. */
const MAX_CELLS = 768;

/** A letter for each origin. If origins tie within a cell, the one listed first wins. */
const LETTERS = { project: "p", packages: "d", compiler: "c", data: "x" } as const;

type Origin = keyof typeof LETTERS;

/** The compilation's sources, which the source map refers to by number. */
interface Compiled {
  /** The runtime code's source map, as solc wrote it. */
  readonly sourceMap: string;
  /** The paths of all sources in the compilation. */
  readonly paths: readonly string[];
  /** The path of the contract's own source. */
  readonly ownPath: string;
}

/**
 * Finds the origin of each byte: the project's sources, a package's sources, or the compiler. Bytes after the source
 * map's last instruction are data, such as the code of a created contract.
 *
 * @param onchain 0x-prefixed hex.
 * @param parts Filled-in values and metadata. Their bytes have no origin.
 * @returns undefined if `onchain` isn't bytecode, or if the source map belongs to different code.
 */
export function findCodeOrigins(
  onchain: string,
  parts: readonly CodePart[],
  { sourceMap, paths, ownPath }: Compiled,
): CodeOrigins | undefined {
  const code = toBytes(onchain);
  if (code.length === 0) return undefined;
  const entries = readSourceMap(sourceMap);
  const instructions = decodeInstructions(code);
  if (entries === undefined || entries.length > instructions.length) return undefined;
  // solc numbers the sources in the order of their names.
  const origins = [...paths].sort().map((path) => (isPackageSource(path, ownPath) ? "packages" : "project"));
  const bytes = new Array<Origin | undefined>(code.length).fill("data");
  for (const [index, { file }] of entries.entries()) {
    const { offset = 0, operand } = instructions[index] ?? {};
    bytes.fill(origins[file] ?? "compiler", offset, offset + 1 + (operand?.length ?? 0));
  }
  // The INVALID between the instructions and the data has no entry.
  const end = instructions[entries.length];
  if (end?.opcode === OPCODE.INVALID) bytes[end.offset] = "compiler";
  for (const { start, length } of parts) bytes.fill(undefined, start, start + length);
  const count = (origin: Origin) => bytes.filter((each) => each === origin).length;
  return {
    project: count("project"),
    packages: count("packages"),
    compiler: count("compiler"),
    data: count("data"),
    ...computeCells(bytes),
  };
}

function computeCells(bytes: readonly (Origin | undefined)[]): Pick<CodeOrigins, "cellBytes" | "cells"> {
  let cellBytes = 1;
  while (Math.ceil(bytes.length / cellBytes) > MAX_CELLS) cellBytes *= 2;
  const cells = Array.from({ length: Math.ceil(bytes.length / cellBytes) }, (_, cell) =>
    findMajority(bytes.slice(cell * cellBytes, (cell + 1) * cellBytes)),
  );
  return { cellBytes, cells: cells.join("") };
}

/** Returns `-` if all bytes belong to parts. */
function findMajority(bytes: readonly (Origin | undefined)[]): string {
  let best: Origin | undefined;
  let most = 0;
  for (const origin of Object.keys(LETTERS) as Origin[]) {
    const count = bytes.filter((each) => each === origin).length;
    if (count > most) [best, most] = [origin, count];
  }
  return best === undefined ? "-" : LETTERS[best];
}

const MAX_LINE_LENGTH = 160;

/**
 * Returns the source line from which an instruction was compiled.
 *
 * @param offset The instruction's offset, in bytes from the start of the code.
 * @param sources All sources in the compilation. solc numbers them in the order of their names.
 * @returns undefined for code that the compiler added.
 */
export function findSourceLine(
  code: Uint8Array,
  offset: number,
  sourceMap: string,
  sources: Readonly<Record<string, { readonly content?: string }>>,
): CodeComparison["places"][number]["source"] {
  const index = decodeInstructions(code).findIndex((instruction) => instruction.offset === offset);
  const entry = readSourceMap(sourceMap)?.[index];
  const file = Object.keys(sources).sort()[entry?.file ?? -1];
  const content = file === undefined ? undefined : sources[file]?.content;
  if (entry === undefined || file === undefined || content === undefined) return undefined;
  const bytes = Buffer.from(content);
  if (entry.start < 0 || entry.start >= bytes.length) return undefined;
  const before = bytes.subarray(0, entry.start).toString();
  const line = before.split("\n").length;
  const text = content.split("\n")[line - 1]?.trim() ?? "";
  return text === "" ? undefined : { file, line, text: text.slice(0, MAX_LINE_LENGTH) };
}

/**
 * Reads the source position and source number of each instruction, each -1 if unknown (docs.soliditylang.org, "Source
 * Mappings": entries are `start:length:file:jump:modifier`, and an empty field repeats the field of the previous
 * entry).
 *
 * @returns undefined if the string isn't a source map.
 */
function readSourceMap(
  sourceMap: string,
): readonly { readonly start: number; readonly file: number }[] | undefined {
  if (!/^[\d:;io-]+$/.test(sourceMap)) return undefined;
  let [start, file] = [-1, -1];
  return sourceMap.split(";").map((entry) => {
    const [from, , source] = entry.split(":");
    if (from) start = Number(from);
    if (source) file = Number(source);
    return { start, file };
  });
}
