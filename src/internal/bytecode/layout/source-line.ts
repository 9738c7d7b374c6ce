import { instructionsOf } from "../opcodes.ts";

/** A line of a source file. */
export interface SourceLine {
  /** The path in the compiler's input. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
  readonly text: string;
}

const LONGEST_LINE = 160;

/**
 * The line that an instruction was compiled from (docs.soliditylang.org, "Source Mappings").
 *
 * @param offset Of the instruction, in bytes from the start of the code.
 * @param sources Of the whole compilation: solc numbers them in the order of their names.
 * @returns undefined for code that the compiler added by itself.
 */
export function sourceLine(
  code: Uint8Array,
  offset: number,
  sourceMap: string,
  sources: Readonly<Record<string, { readonly content?: string }>>,
): SourceLine | undefined {
  const index = instructionsOf(code).findIndex((instruction) => instruction.offset === offset);
  const entry = index === -1 ? undefined : entryAt(sourceMap, index);
  const file = entry === undefined ? undefined : Object.keys(sources).sort()[entry.file];
  const content = file === undefined ? undefined : sources[file]?.content;
  if (entry === undefined || file === undefined || content === undefined) return undefined;
  const bytes = Buffer.from(content);
  if (entry.start < 0 || entry.start >= bytes.length) return undefined;
  const before = bytes.subarray(0, entry.start).toString();
  const line = before.split("\n").length;
  const text = content.split("\n")[line - 1]?.trim() ?? "";
  return text === "" ? undefined : { file, line, text: text.slice(0, LONGEST_LINE) };
}

/** `start:length:file:jump:modifier`, where an empty field is that of the entry before. */
function entryAt(
  sourceMap: string,
  index: number,
): { readonly start: number; readonly file: number } | undefined {
  const entries = sourceMap.split(";");
  if (index >= entries.length) return undefined;
  let start = "";
  let file = "";
  for (const entry of entries.slice(0, index + 1)) {
    const [from, , of] = entry.split(":");
    if (from !== undefined && from !== "") start = from;
    if (of !== undefined && of !== "") file = of;
  }
  return { start: Number(start), file: Number(file) };
}
