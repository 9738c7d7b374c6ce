import { createHash } from "node:crypto";
import type * as z from "zod";
import { advice } from "../errors/next-step.ts";
import { VerifyContractError } from "../errors/problem.ts";
import { checkJson } from "../services/http/parse-json.ts";
import { cleanText } from "../text/clean-text.ts";
import { explainIssues, pathText } from "../text/explain-issues.ts";
import { changed, notEvidence, tooLarge, torn } from "./problems.ts";
import { type Line, readLines } from "./read-lines.ts";
import {
  type ContractEntry,
  type EndEntry,
  EVIDENCE_SCHEMA,
  type GivenEntry,
  type Header,
  LINES,
  LINK,
} from "./schema.ts";
import { TextWindow } from "./writer.ts";

/** Characters of texts between two lines that use them. */
const LARGEST_TEXTS = 512 * 1024 * 1024;
/** Values in one line. */
const DEEPEST = 64;

/** What an evidence file says, in its order. */
export type EvidenceLine =
  | { readonly kind: "header"; readonly header: Header }
  | { readonly kind: "contract"; readonly entry: ContractEntry }
  | { readonly kind: "given"; readonly entry: GivenEntry }
  | { readonly kind: "end"; readonly end: EndEntry };

/** The first and the last line. */
export interface EvidenceSummary {
  readonly header: Header;
  readonly end: EndEntry;
}

/**
 * Reads a whole evidence file, and checks each hash in it.
 *
 * @throws VerifyContractError VC802 to VC806
 */
export async function checkEvidence(file: string): Promise<EvidenceSummary> {
  let header: Header | undefined;
  let end: EndEntry | undefined;
  for await (const line of linesOf(file, false)) {
    if (line.kind === "header") header = line.header;
    if (line.kind === "end") end = line.end;
  }
  if (header === undefined || end === undefined) throw torn(file, 0);
  return { header, end };
}

/** The first line. @throws VerifyContractError VC802 to VC806 */
export async function readHeader(file: string): Promise<Header> {
  for await (const line of readLines(file)) return headerOf(file, line);
  throw torn(file, 0);
}

/** The entries of a file that {@link checkEvidence} has read before. */
export function readEvidence(file: string): AsyncGenerator<EvidenceLine, void, void> {
  return linesOf(file, true);
}

/** @param withContracts Whether what is said of contracts is read, too. */
async function* linesOf(file: string, withContracts: boolean): AsyncGenerator<EvidenceLine, void, void> {
  const texts = new TextWindow<string>();
  let contracts = 0;
  let last: Line | undefined;
  let isOver = false;
  for await (const line of readLines(file)) {
    if (isOver) throw changed(file, `line ${line.number}, after the last one`);
    last = line;
    if (line.number === 1) {
      yield { kind: "header", header: headerOf(file, line) };
      continue;
    }
    if (line.text.startsWith('{"blob":')) {
      readText(file, line, texts);
      continue;
    }
    if (line.text.startsWith('{"end":')) {
      const { end } = read(file, line, LINES.end, texts);
      if (end.sha256 !== line.before)
        throw changed(file, "the last line, which has another hash than the lines before it");
      if (end.contracts !== contracts)
        throw changed(file, `it has ${contracts} contracts, not ${end.contracts}`);
      isOver = true;
      yield { kind: "end", end };
    } else {
      contracts += 1;
      if (withContracts) yield readEntry(file, line, texts);
    }
    texts.endLine();
  }
  if (!isOver) throw torn(file, last?.number ?? 0);
}

function headerOf(file: string, line: Line): Header {
  const value = parsed(file, line);
  const schema = (value as { readonly schema?: unknown } | null)?.schema;
  if (typeof schema !== "string" || !/^verify-contract-evidence\/\d+$/.test(schema))
    throw notEvidence(file, "its first line does not say so");
  if (schema !== EVIDENCE_SCHEMA) throw laterVersion(file, schema, value);
  return valid(file, line, LINES.header, value);
}

/** VC803 */
function laterVersion(file: string, schema: string, header: unknown): VerifyContractError {
  // A later version may name the tool in another way.
  const { tool } = header as { readonly tool?: { readonly name?: unknown; readonly version?: unknown } };
  return new VerifyContractError("VC803", {
    values: { file },
    facts: [
      ["Format", cleanText(schema, 60)],
      ["Written by", cleanText(`${String(tool?.name)} ${String(tool?.version)}`, 60)],
    ],
    next: advice("install that version, or a later one"),
  });
}

function readText(file: string, line: Line, texts: TextWindow<string>): void {
  const { blob, text } = valid(file, line, LINES.blob, parsed(file, line));
  if (createHash("sha256").update(text).digest("hex") !== blob)
    throw changed(file, `line ${line.number}, a text with another hash than ${blob}`);
  if (!texts.has(blob)) texts.add(blob, text.length, text);
  if (texts.length > LARGEST_TEXTS) throw tooLarge(file, `the texts up to line ${line.number} are too long`);
}

function readEntry(file: string, line: Line, texts: TextWindow<string>): EvidenceLine {
  if (line.text.startsWith('{"given":'))
    return { kind: "given", entry: read(file, line, LINES.given, texts).given };
  return { kind: "contract", entry: read(file, line, LINES.contract, texts).contract };
}

function read<T>(file: string, line: Line, schema: z.ZodType<T>, texts: TextWindow<string>): T {
  const restored = restore(parsed(file, line), (hash) => {
    const text = texts.get(hash);
    if (text === undefined) throw changed(file, `line ${line.number}, whose text ${hash} is missing`);
    return text;
  });
  return valid(file, line, schema, restored);
}

/** JSON with the texts in place of their links. */
function restore(value: unknown, textOf: (hash: string) => string, depth = 0): unknown {
  if (typeof value !== "object" || value === null || depth > DEEPEST) return value;
  if (Array.isArray(value)) return value.map((each) => restore(each, textOf, depth + 1));
  const link = (value as Readonly<Record<string, unknown>>)[LINK];
  if (typeof link === "string") return textOf(link);
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, restore(each, textOf, depth + 1)]),
  );
}

function parsed(file: string, { number, text }: Line): unknown {
  try {
    checkJson(text);
    return JSON.parse(text);
  } catch (cause) {
    throw notEvidence(file, `line ${number} is not JSON that can be read`, cause);
  }
}

function valid<T>(file: string, { number }: Line, schema: z.ZodType<T>, value: unknown): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [first] = explainIssues(result.error.issues, { value });
  const where = first === undefined ? "" : `, ${pathText(first.path, "")}: ${first.text}`;
  throw notEvidence(file, `line ${number}${where}`, result.error);
}
