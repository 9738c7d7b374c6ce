import { keccak256 } from "ethers/crypto";
import type { ContractReport } from "../../../src/internal/report/model.ts";
import type { World } from "../worlds.ts";
import { isProven } from "./claims.ts";
import { at, canonical, lower, objectAt } from "./plain-json.ts";
import { metadataAtEnd } from "./record-parts.ts";

export function unlikeInMetadata(body: unknown, world: World, report: ContractReport): readonly string[] {
  const truth = world.record;
  // A weaker match may rest on another author's sources, with other names and settings.
  const coversMetadata = isExactOnASide(body) && isExactOnASide(asSides(report));
  const isBoundByHash =
    at(body, "runtimeMatch") === "exact_match" && metadataAtEnd(world.runtimeBytecode) !== undefined;
  // Sources that are only vouched for may lack metadata. Altered metadata is refuted.
  const needsNames = isProven(report, "sources");
  const isMissing = !needsNames && !hasMetadata(body);
  const parts: readonly (readonly [name: string, isTrue: boolean])[] = [
    ["sources", isProven(report, "sources") ? hasItsSources(body) : hasNoOtherSource(body)],
    ...(isBoundByHash
      ? ([["metadata", isMissing || canonical(metadataOf(body)) === canonical(metadataOf(truth))]] as const)
      : []),
    ...(coversMetadata
      ? ([
          ["compiler version", areAll(versionsOf(body), versionsOf(truth)[0], needsNames)],
          ["contract name", areAll(namesOf(body), namesOf(truth)[0], needsNames)],
          ["contract name alone", isNamed(body, truth)],
          ["hashes of sources", isMissing || canonical(hashesOf(body)) === canonical(hashesOf(truth))],
        ] as const)
      : []),
    ...interfaceParts(body, truth, isProven(report, "interface"), coversMetadata),
  ];
  return parts.filter(([, isTrue]) => !isTrue).map(([name]) => name);
}

/** Some services send metadata as JSON text. */
function hasMetadata(body: unknown): boolean {
  const metadata = at(body, "metadata") ?? null;
  if (typeof metadata !== "string") return metadata !== null;
  try {
    return JSON.parse(metadata) !== null;
  } catch {
    return true;
  }
}

/** A proven interface is complete and true. A vouched one may be missing, but the build denies other functions. */
function interfaceParts(
  body: unknown,
  truth: unknown,
  isProvenHere: boolean,
  coversMetadata: boolean,
): readonly (readonly [name: string, isTrue: boolean])[] {
  const abi = at(body, "abi") ?? null;
  const sameAbi = (textOf: (entry: unknown) => string | undefined) =>
    sameEntries(abi, at(truth, "abi"), textOf);
  if (!isProvenHere) return [["abi", abi === null || sameAbi(coversMetadata ? entryOf : functionOf)]];
  return [
    ["proven abi", sameAbi(entryOf)],
    ["proven signatures", hasNoSignatures(body) || sameSignatures(body, truth)],
  ];
}

/** Anything but a list of inputs counts as empty. */
function entryOf(entry: unknown): string {
  return canonical({ ...objectAt(entry), inputs: inputsOf(entry) });
}

function inputsOf(entry: unknown): readonly unknown[] {
  const inputs = at(entry, "inputs");
  return Array.isArray(inputs) ? inputs : [];
}

const KINDS = ["function", "event", "error"] as const;

function hasNoSignatures(body: unknown): boolean {
  return KINDS.every((kind) => at(body, "signatures", kind, 0) === undefined);
}

function sameSignatures(body: unknown, truth: unknown): boolean {
  const shown = (entry: unknown) =>
    canonical(["signature", "signatureHash32", "signatureHash4"].map((key) => lower(at(entry, key))));
  return KINDS.every((kind) =>
    sameEntries(at(body, "signatures", kind), at(truth, "signatures", kind), shown),
  );
}

function isExactOnASide(sides: unknown): boolean {
  return at(sides, "runtimeMatch") === "exact_match" || at(sides, "creationMatch") === "exact_match";
}

function asSides({ expectedMatch }: ContractReport): unknown {
  return { runtimeMatch: expectedMatch?.runtime, creationMatch: expectedMatch?.creation };
}

/** A null `content` counts as missing; everything else in the metadata counts. */
function metadataOf(body: unknown): unknown {
  const metadata = objectAt(body, "metadata");
  const sources = Object.entries(objectAt(metadata, "sources")).map(([path, source]) => [
    path,
    Object.fromEntries(
      Object.entries(objectAt(source)).filter(([key, it]) => key !== "content" || it !== null),
    ),
  ]);
  return { ...metadata, sources: Object.fromEntries(sources) };
}

function hashesOf(body: unknown): Readonly<Record<string, unknown>> {
  const listed = Object.entries(objectAt(body, "metadata", "sources"));
  return Object.fromEntries(listed.map(([path, source]) => [path, lower(at(source, "keccak256"))]));
}

/** Every listed source is stored with the listed hash. */
export function hasItsSources(body: unknown): boolean {
  const hashes = Object.entries(hashesOf(body));
  return (
    hashes.length > 0 &&
    hashes.every(([path, hash]) => {
      const content = at(body, "sources", path, "content");
      return typeof content === "string" && keccak256(Buffer.from(content)) === hash;
    })
  );
}

/** Sources may be missing, but the stored ones have the listed hashes. */
function hasNoOtherSource(body: unknown): boolean {
  return Object.entries(hashesOf(body)).every(([path, hash]) => {
    const content = at(body, "sources", path, "content");
    return (
      typeof content !== "string" || typeof hash !== "string" || keccak256(Buffer.from(content)) === hash
    );
  });
}

function versionsOf(body: unknown): readonly unknown[] {
  return [at(body, "metadata", "compiler", "version"), at(body, "compilation", "compilerVersion")].map(
    (version) => (typeof version === "string" ? version.replace(/^v+/, "") : version),
  );
}

function namesOf(body: unknown): readonly unknown[] {
  const targets = Object.entries(objectAt(body, "metadata", "settings", "compilationTarget"));
  return [...targets.map(([path, name]) => `${path}:${name}`), at(body, "compilation", "fullyQualifiedName")];
}

function isNamed(body: unknown, truth: unknown): boolean {
  const [name, expected] = [body, truth].map((record) => at(record, "compilation", "name") ?? null);
  return name === null || name === expected;
}

/** @param isOneNeeded At least one value must be present. */
function areAll(values: readonly unknown[], expected: unknown, isOneNeeded: boolean): boolean {
  const there = values.filter((value) => value !== undefined && value !== null);
  return (there.length > 0 || !isOneNeeded) && there.every((value) => value === expected);
}

/** In any order; ignores entries without a text. */
function sameEntries(one: unknown, other: unknown, textOf: (entry: unknown) => string | undefined): boolean {
  const sorted = (entries: unknown) =>
    Array.isArray(entries)
      ? entries
          .map(textOf)
          .filter((text) => text !== undefined)
          .sort()
      : undefined;
  return sorted(one) !== undefined && canonical(sorted(one)) === canonical(sorted(other));
}

/** Name and parameter types, which determine the selector. */
function functionOf(entry: unknown): string | undefined {
  if (at(entry, "type") !== "function") return undefined;
  return canonical([at(entry, "name"), typesOf(inputsOf(entry))]);
}

function typesOf(parameters: unknown): unknown {
  if (!Array.isArray(parameters)) return "no list of parameters";
  return parameters.map((parameter) => {
    const type = at(parameter, "type");
    return typeof type === "string" && type.startsWith("tuple")
      ? [type, typesOf(at(parameter, "components"))]
      : type;
  });
}
