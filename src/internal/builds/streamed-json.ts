import { type FileHandle, open, stat } from "node:fs/promises";
import type { NextStep } from "../errors/next-step.ts";
import { explainFileError } from "../text/file-reason.ts";
import type { Json } from "../text/is-object.ts";
import { unusableFile } from "./json-file.ts";
import { JsonSelection, type SelectedKeys } from "./json-selection.ts";

/** The beginning of a file is often enough. Later reads are larger, which is faster. */
const FIRST_READ_BYTES = 64 * 1024;
const READ_BYTES = 1024 * 1024;
/** A parser's message can quote a value of arbitrary size. */
const MAX_MESSAGE_LENGTH = 160;

/**
 * Streams parts of a JSON object. The file can be longer than V8's string limit, and skipped parts take no memory.
 * Unselected values become null. If a key is repeated, the last value is used, as in JSON.parse.
 *
 * @throws VC202 for an unreadable file, or a file without a JSON object.
 */
export async function readJsonParts(file: string, selection: SelectedKeys, next?: NextStep): Promise<Json> {
  const selected = new JsonSelection(selection);
  try {
    // Reading a pipe would block forever.
    if (!(await stat(file)).isFile()) throw new Error("it is not a file");
    await using handle = await open(file);
    for await (const bytes of readChunks(handle)) {
      selected.write(bytes);
      if (selected.isComplete) break;
    }
  } catch (cause) {
    throw unusableFile(file, explainFileError(cause).slice(0, MAX_MESSAGE_LENGTH), cause, next);
  }
  const { value } = selected;
  if (value === undefined)
    throw unusableFile(file, "it is truncated: its JSON object does not end", undefined, next);
  return value;
}

/** Each chunk overwrites the previous one. */
async function* readChunks(handle: FileHandle): AsyncGenerator<Buffer> {
  let buffer = Buffer.allocUnsafeSlow(FIRST_READ_BYTES);
  for (;;) {
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, null);
    if (bytesRead === 0) return;
    yield buffer.subarray(0, bytesRead);
    if (buffer.length < READ_BYTES) buffer = Buffer.allocUnsafeSlow(READ_BYTES);
  }
}
