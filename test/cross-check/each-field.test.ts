import { assert } from "chai";

import type { Evidence } from "../../src/internal/cross-check/evidence.ts";
import { runChecks } from "../../src/internal/cross-check/run-checks.ts";
import { checksComeTo } from "../helpers/cross-check/checks-come-to.ts";
import { decodedRecord, recordedEvidence, recording } from "../helpers/cross-check/recorded-evidence.ts";

type Path = readonly (string | number)[];
type Json = Readonly<Record<string, unknown>>;

/** What the pipeline asks a record for, and the matches, which always come. */
const READ = [
  ...["match", "creationMatch", "runtimeMatch", "chainId", "address", "verifiedAt", "matchId"],
  ...["creationBytecode", "runtimeBytecode", "deployment", "sources", "compilation", "abi", "metadata"],
  ...["storageLayout", "signatures", "proxyResolution"],
];

/** Fields that no check reads yet. What is added to the checks has to be taken out here. */
const UNREAD: readonly RegExp[] = [
  /^matchId$/,
  // Weaker than it is: what was asked for still holds.
  /^(creation|runtime)Match$/,
  /^(creation|runtime)Bytecode\.sourceMap/,
  // The first submitter's, where the same code was submitted before.
  /^compilation\.compilerSettings\b/,
  // Ids, and what the label of a type says too; without variables it has no types.
  /^storageLayout\.(storage\.\d+\.(astId|contract)|types(\.\w+\.encoding)?)$/,
  // The service's own name for it.
  /^proxyResolution\.proxyType$/,
];

function leaves(value: unknown, path: Path = []): readonly Path[] {
  if (typeof value !== "object" || value === null) return [path];
  return Object.entries(value).flatMap(([key, inner]) => leaves(inner, [...path, key]));
}

function changed(value: unknown): unknown {
  if (typeof value === "number") return value + 1;
  if (typeof value === "boolean") return !value;
  if (value === "exact_match") return "match";
  if (typeof value !== "string") return value;
  if (/^0x[0-9a-fA-F]+$/.test(value))
    return value.slice(0, 6) + (value[6] === "1" ? "2" : "1") + value.slice(7);
  if (/^\d+$/.test(value)) return `${value}1`;
  if (/^\d{4}-\d\d-\d\dT/.test(value)) return value.replace("2026", "2020");
  return `${value}x`;
}

function withChange(body: Json, path: Path): Json {
  const copy = structuredClone(body);
  const parent = path.slice(0, -1).reduce<unknown>((inner, key) => Reflect.get(inner as object, key), copy);
  const key = path.at(-1) ?? "";
  Reflect.set(parent as object, key, changed(Reflect.get(parent as object, key)));
  return copy;
}

/** Refused at the border, or not passed by the checks. */
function isCaught(evidence: Evidence, body: Json): boolean {
  try {
    return checksComeTo(runChecks({ ...evidence, record: decodedRecord(body) })) !== "passed";
  } catch {
    return true;
  }
}

/** The record has the sources of all who submitted the same code; the metadata lists this contract's. */
function isAnothersSource({ record }: Evidence, [field, name]: Path): boolean {
  return field === "sources" && !Object.hasOwn(record.metadata?.sources ?? {}, name ?? "");
}

/** What calls a library could be a proxy of a kind that only the service knows. */
function mayBeAnotherProxy({ libraries }: Evidence, path: Path): boolean {
  return path.join(".") === "proxyResolution.isProxy" && libraries.length > 0;
}

describe("cross-check - every field of a record, one at a time", () => {
  for (const name of ["plain", "constructor-arguments", "immutables", "linked-library", "library-itself"]) {
    it(`is detected when it is changed, or listed as not checked: ${name}`, () => {
      const it_ = recording(name);
      const evidence = recordedEvidence(it_);
      const body = Object.fromEntries(Object.entries(it_.record.body).filter(([key]) => READ.includes(key)));
      const paths = leaves(body);
      assert.isAbove(paths.length, 60);
      const wrong = paths.flatMap((path) => {
        const shown = path.join(".");
        const isUnread =
          UNREAD.some((pattern) => pattern.test(shown)) ||
          isAnothersSource(evidence, path) ||
          mayBeAnotherProxy(evidence, path);
        return isCaught(evidence, withChange(body, path)) === isUnread
          ? [`${shown} ${isUnread ? "is read by now" : "is not caught"}`]
          : [];
      });
      assert.isEmpty(wrong, wrong.join("\n"));
    });
  }
});
