import type { CodeComparison } from "../../report/model.ts";
import { instructionsOf } from "../opcodes.ts";

const LONGEST_LINE = 160;

/**
 * The line that an instruction was compiled from.
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
): CodeComparison["places"][number]["source"] {
  const index = instructionsOf(code).findIndex((instruction) => instruction.offset === offset);
  const entry = readSourceMap(sourceMap)?.[index];
  const file = Object.keys(sources).sort()[entry?.file ?? -1];
  const content = file === undefined ? undefined : sources[file]?.content;
  if (entry === undefined || file === undefined || content === undefined) return undefined;
  const bytes = Buffer.from(content);
  if (entry.start < 0 || entry.start >= bytes.length) return undefined;
  const before = bytes.subarray(0, entry.start).toString();
  const line = before.split("\n").length;
  const text = content.split("\n")[line - 1]?.trim() ?? "";
  return text === "" ? undefined : { file, line, text: text.slice(0, LONGEST_LINE) };
}

/**
 * Where each instruction comes from: the first byte and the number of its source, -1 for none (docs.soliditylang.org,
 * "Source Mappings": entries are `start:length:file:jump:modifier`, where an empty field is that of the entry before).
 *
 * @returns undefined if the text is not a source map.
 */
export function readSourceMap(
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
