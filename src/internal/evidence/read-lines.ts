import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { createGunzip } from "node:zlib";
import { notEvidence, tooLarge, torn, tornOrChanged } from "./problems.ts";

/** Bytes of a file. 2,000 contracts have less than 200 MB. */
const LARGEST_FILE = 512 * 1024 * 1024;
/** Bytes of all lines. */
const LARGEST_CONTENT = 8 * 1024 * 1024 * 1024;
/** Bytes of one line: JavaScript has no longer strings. */
const LARGEST_LINE = 128 * 1024 * 1024;
const LINE_END = 0x0a;

/** A line of an evidence file. */
export interface Line {
  /** From 1. */
  readonly number: number;
  readonly text: string;
  /** SHA-256 of all lines before. */
  readonly before: string;
}

/**
 * Reads the lines of an evidence file as a stream.
 *
 * @throws VerifyContractError VC802, VC804, VC805, VC806
 */
export async function* readLines(file: string): AsyncGenerator<Line, void, void> {
  await refuseUnusable(file);
  const hash = createHash("sha256");
  const waiting: Buffer[] = [];
  let length = 0;
  let total = 0;
  let number = 0;
  const line = (bytes: Buffer): Line => {
    number += 1;
    const before = hash.copy().digest("hex");
    hash.update(bytes).update("\n");
    return { number, text: decoded(file, bytes, number), before };
  };
  for await (const chunk of chunksOf(file, () => number)) {
    total += chunk.length;
    if (total > LARGEST_CONTENT) throw tooLarge(file, `its lines have more than ${LARGEST_CONTENT} bytes`);
    let from = 0;
    for (let at = chunk.indexOf(LINE_END); at !== -1; at = chunk.indexOf(LINE_END, from)) {
      waiting.push(chunk.subarray(from, at));
      yield line(Buffer.concat(waiting.splice(0)));
      length = 0;
      from = at + 1;
    }
    waiting.push(chunk.subarray(from));
    length += chunk.length - from;
    if (length > LARGEST_LINE) throw tooLarge(file, `line ${number + 1} has more than ${LARGEST_LINE} bytes`);
  }
  if (length > 0) throw torn(file, number);
}

async function refuseUnusable(file: string): Promise<void> {
  const known = await stat(file).catch((cause: unknown) => {
    throw notEvidence(file, cause instanceof Error ? cause.message : String(cause), cause);
  });
  if (!known.isFile()) throw notEvidence(file, "it is not a file");
  if (known.size === 0) throw notEvidence(file, "it is empty");
  if (known.size > LARGEST_FILE)
    throw tooLarge(file, `it has ${known.size} bytes, and at most ${LARGEST_FILE} are read`);
}

async function* chunksOf(file: string, lines: () => number): AsyncGenerator<Buffer, void, void> {
  const source = createReadStream(file);
  const content = createGunzip();
  source.on("error", (error) => content.destroy(error));
  try {
    yield* source.pipe(content) as AsyncIterable<Buffer>;
  } catch (error) {
    throw tornOrChanged(file, error, lines());
  } finally {
    source.destroy();
    content.destroy();
  }
}

function decoded(file: string, bytes: Buffer, number: number): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (cause) {
    throw notEvidence(file, `line ${number} is not text in UTF-8`, cause);
  }
}
