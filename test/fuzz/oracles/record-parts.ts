import type { CodeRange, CodeTemplate, Side } from "../../../src/internal/domain/code-template.ts";
import type { ContractReport } from "../../../src/internal/report/model.ts";
import { DEADLINE_MS, NOW } from "../settings.ts";
import type { World } from "../worlds.ts";
import { isBetterOf } from "./claims.ts";
import { hasItsSources, unlikeInMetadata } from "./metadata-parts.ts";
import { at, hexOf, lower } from "./plain-json.ts";

/** Anything else has rank 0. */
const RANKS: ReadonlyMap<unknown, number> = new Map<unknown, number>([
  ["match", 1],
  ["exact_match", 2],
]);

export function rank(match: unknown): number {
  return RANKS.get(match) ?? 0;
}

/**
 * The parts of a record that differ from the true one, among those that the checks read: `proves` of each check, written
 * down again. Ids, source maps, references, transformations, settings outside of the metadata and other submitters' sources
 * decide nothing. Recompiled codes, the creation side and `match` may be missing, because chain and build show them. The
 * code on chain may be missing if the recompiled code or the sources show it.
 */
export function unlikeTrue(body: unknown, world: World, report: ContractReport): readonly string[] {
  const { record: truth, creation } = world;
  // A pruned node doesn't know the creation, so the record's input isn't compared.
  const known = report.target.creationTransactionHash === null ? undefined : creation;
  const sides = { runtime: at(body, "runtimeMatch"), creation: at(body, "creationMatch") } as const;
  const deployment = at(body, "deployment", "transactionHash") ?? null;
  const parts: readonly (readonly [name: string, isTrue: boolean])[] = [
    ["address", lower(at(body, "address")) === world.address.toLowerCase()],
    ["chainId", [world.chainId, String(world.chainId)].some((id) => at(body, "chainId") === id)],
    [
      "match",
      at(body, "match") === undefined || isBetterOf(at(body, "match"), sides.creation, sides.runtime),
    ],
    ["runtimeMatch", rank(sides.runtime) > 0 && rank(sides.runtime) <= rank(truth.runtimeMatch)],
    [
      "creationMatch",
      (sides.creation ?? null) === null ||
        (rank(sides.creation) > 0 &&
          (known === undefined || rank(sides.creation) <= rank(truth.creationMatch))),
    ],
    [
      "runtime code on chain",
      isAbsentOr(world.runtimeBytecode, hexOf(at(body, "runtimeBytecode", "onchainBytecode"))),
    ],
    [
      "runtime code on chain, or what compiles to it",
      [
        at(body, "runtimeBytecode", "onchainBytecode"),
        at(body, "runtimeBytecode", "recompiledBytecode"),
      ].some((code) => typeof code === "string") || hasItsSources(body),
    ],
    [
      "runtime code recompiled",
      isAbsentOr(null, at(body, "runtimeBytecode", "recompiledBytecode")) ||
        isRecompiled(body, world, "runtime"),
    ],
    ...(sides.creation === null
      ? []
      : ([
          [
            "creation code on chain",
            known === undefined ||
              isAbsentOr(known.input, hexOf(at(body, "creationBytecode", "onchainBytecode"))),
          ],
          [
            "creation code recompiled",
            isAbsentOr(null, at(body, "creationBytecode", "recompiledBytecode")) ||
              isRecompiled(body, world, "creation"),
          ],
        ] as const)),
    ...(deployment === null || known === undefined
      ? []
      : ([
          ["transaction", hexOf(deployment) === known.hash],
          ["block", isAbsentOr(String(known.block), textAt(body, "blockNumber"))],
          ["index", isAbsentOr("0", textAt(body, "transactionIndex"))],
          ["deployer", isAbsentOr(known.from, lower(at(body, "deployment", "deployer")))],
        ] as const)),
  ];
  return [
    ...parts.filter(([, isTrue]) => !isTrue).map(([name]) => name),
    ...unlikeInMetadata(body, world, report),
  ];
}

/** Tolerance between the times of one service. */
const ALLOWED_MS = 10 * 60_000;

/**
 * False for a time in the future, before the run for a new record, or before the record that the run found. Ignores text
 * that is no such time.
 */
export function isTimely(verifiedAt: unknown, { outcome, previousMatch }: ContractReport): boolean {
  if (typeof verifiedAt !== "string" || !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(verifiedAt)) return true;
  const laterMs = Date.parse(verifiedAt) - NOW.getTime();
  if (Number.isNaN(laterMs)) return true;
  const isFound = outcome === "already-verified" || previousMatch !== null;
  const previousMs = Date.parse(previousMatch?.verifiedAt ?? "");
  const leastMs = isFound ? previousMs - NOW.getTime() : -DEADLINE_MS;
  return laterMs <= ALLOWED_MS && !(laterMs < leastMs - ALLOWED_MS);
}

/**
 * Ignores placeholders. The metadata only has to be equal for an exact match, because the code of a weaker record has other
 * metadata than the chain's.
 */
function isRecompiled(body: unknown, { templates, record }: World, side: Side): boolean {
  const isExact = at(body, `${side}Match`) === "exact_match";
  const original = String(at(record, `${side}Bytecode`, "recompiledBytecode"));
  const comparable = (code: unknown) => comparableCode(code, templates[side], side, original, isExact);
  return comparable(at(body, `${side}Bytecode`, "recompiledBytecode")) === comparable(original);
}

/** Digits as text, but a small number is accepted too. */
function textAt(body: unknown, name: string): unknown {
  const value = at(body, "deployment", name);
  return typeof value === "number" ? String(value) : value;
}

function isAbsentOr(expected: string | null, value: unknown): boolean {
  return value === undefined || value === null || value === expected;
}

/** Ranges that are filled in after compilation: libraries, immutables, and the address in a library's call protection. */
function filledIn(
  { object, linkReferences, immutableReferences }: CodeTemplate,
  side: Side,
): readonly CodeRange[] {
  const links = Object.values(linkReferences).flatMap((libraries) => Object.values(libraries).flat());
  const immutables = Object.values(immutableReferences).flat();
  const protectsItself = side === "runtime" && new RegExp(`^(0x)?73${"00".repeat(20)}3014`).test(object);
  return [...links, ...immutables, ...(protectsItself ? [{ start: 1, length: 20 }] : [])];
}

/** CBOR, with its length in the last two bytes (docs.soliditylang.org, "Encoding of the Metadata Hash"). */
export function metadataAtEnd(code: string): CodeRange | undefined {
  const digits = code.replace(/^0x/, "");
  const bytes = digits.length / 2;
  const length = Number.parseInt(digits.slice(-4), 16) + 2;
  const start = bytes - length;
  return start > 0 && /^a[1-4]6/.test(digits.slice(start * 2)) ? { start, length } : undefined;
}

/** Blanks out the filled-in ranges, and the metadata unless it has to be equal. */
function comparableCode(
  code: unknown,
  template: CodeTemplate,
  side: Side,
  original: string,
  withMetadata: boolean,
): unknown {
  if (typeof code !== "string") return code;
  const metadata = withMetadata ? undefined : metadataAtEnd(original);
  return [...filledIn(template, side), ...(metadata === undefined ? [] : [metadata])].reduce(
    (digits, { start, length }) =>
      digits.slice(0, start * 2) + "x".repeat(length * 2) + digits.slice((start + length) * 2),
    code.toLowerCase().replace(/^0x/, ""),
  );
}
