import { readFileSync, statSync } from "node:fs";
import { type NextStep, rebuild } from "../errors/next-step.ts";
import { VerifyContractError } from "../errors/problem.ts";
import { fileReason } from "../text/file-reason.ts";
import { isObject } from "../text/is-object.ts";

export type Json = Readonly<Record<string, unknown>>;

/**
 * Reads a JSON file that must contain an object. Not asynchronously: of hundreds of artifacts, waiting for each step of
 * each file takes longer than reading them.
 *
 * @throws VC202 with `next`, the next step for the user.
 */
export function readJsonObject(file: string, next?: NextStep): Json {
  let value: unknown;
  try {
    // Reading a pipe would wait forever.
    if (!statSync(file).isFile()) throw new Error("it is not a file");
    value = JSON.parse(readFileSync(file, "utf8").replace(/^\ufeff/, ""));
  } catch (cause) {
    throw unusableFile(file, fileReason(cause), cause, next);
  }
  if (!isObject(value)) throw unusableFile(file, "it does not contain a JSON object", undefined, next);
  return value;
}

/** The same; undefined for an unusable file. */
export function usableJson(file: string): Json | undefined {
  try {
    return readJsonObject(file);
  } catch (error) {
    return ifUnusable(undefined)(error);
  }
}

/** Makes an error handler that gives a value instead of what is unusable. */
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
