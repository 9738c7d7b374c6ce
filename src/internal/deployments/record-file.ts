import { readFile, stat } from "node:fs/promises";
import { VerifyContractError } from "../errors/problem.ts";
import { fileReason } from "../text/file-reason.ts";
import { isObject } from "../text/is-object.ts";
import { reasonOf, unusableRecord } from "./unusable-record.ts";

/** A broadcast contains all creation codes as text; a larger file is not a deployment record. */
const LARGEST_BYTES = 256 * 1024 * 1024;

/**
 * Reads a file as text.
 *
 * @param largest In bytes.
 * @throws VC704 for an unreadable, special or larger file.
 */
export async function readRecordText(file: string, largest = LARGEST_BYTES): Promise<string> {
  try {
    const found = await stat(file);
    // Reading a pipe would wait forever.
    if (!found.isFile()) throw unusableRecord(file, "it is not a file");
    if (found.size > largest) throw unusableRecord(file, `it is larger than ${largest} bytes`);
    return (await readFile(file, "utf8")).replace(/^\ufeff/, "");
  } catch (error) {
    if (error instanceof VerifyContractError) throw error;
    throw unusableRecord(file, fileReason(error), error);
  }
}

/**
 * Reads a JSON file that must contain an object.
 *
 * @throws VC704
 */
export async function readRecord(file: string): Promise<Readonly<Record<string, unknown>>> {
  const text = await readRecordText(file);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw unusableRecord(file, fileReason(cause), cause);
  }
  if (!isObject(value)) throw unusableRecord(file, "it does not contain a JSON object");
  return value;
}

/** Turns a VerifyContractError into its reason. */
export async function orReason<T>(
  read: Promise<T>,
): Promise<{ readonly value: T } | { readonly reason: string }> {
  try {
    return { value: await read };
  } catch (error) {
    if (!(error instanceof VerifyContractError)) throw error;
    return { reason: reasonOf(error) };
  }
}
