import { readFileSync, statSync } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { type NextStep, rebuild } from "../errors/next-step.ts";
import { VerifyContractError } from "../errors/problem.ts";
import { explainFileError } from "../text/file-reason.ts";
import { isObject, type Json } from "../text/is-object.ts";

/** Reads a regular file without its byte order mark. @throws an error that `explainFileError` explains */
export async function readText(file: string, maxBytes: number): Promise<string> {
  const found = await stat(file);
  // Reading a pipe could block forever.
  if (!found.isFile()) throw new Error("it isn't a regular file");
  if (found.size > maxBytes) throw new Error(`it is larger than ${maxBytes} bytes`);
  return (await readFile(file, "utf8")).replace(/^\ufeff/, "");
}

/** Synchronous, because with hundreds of artifacts, awaiting each step takes longer than the reading itself. */
export function readJsonObject(file: string, next?: NextStep): Json {
  let value: unknown;
  try {
    // Reading a pipe would block forever.
    if (!statSync(file).isFile()) throw new Error("it is not a file");
    value = JSON.parse(readFileSync(file, "utf8").replace(/^\ufeff/, ""));
  } catch (cause) {
    throw unusableFile(file, explainFileError(cause), cause, next);
  }
  if (!isObject(value)) throw unusableFile(file, "it doesn't contain a JSON object", undefined, next);
  return value;
}

export function tryReadJson(file: string): Json | undefined {
  try {
    return readJsonObject(file);
  } catch (error) {
    return ifUnusable(undefined)(error);
  }
}

/** Returns an error handler that substitutes a value for an unusable file. */
export function ifUnusable<T>(value: T): (error: unknown) => T {
  return (error) => {
    if (error instanceof VerifyContractError) return value;
    throw error;
  };
}

export function unusableFile(
  file: string,
  reason: string,
  cause?: unknown,
  next: NextStep = rebuild,
): VerifyContractError {
  return new VerifyContractError("VC202", {
    facts: [
      ["File", file],
      ["Reason", reason],
    ],
    next,
    cause,
  });
}
