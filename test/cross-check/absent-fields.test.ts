import { assert } from "chai";
import type { Evidence } from "../../src/internal/cross-check/evidence.ts";
import { runChecks, runClaims } from "../../src/internal/cross-check/run-checks.ts";
import { type Body, evidenceOf, withoutBuild } from "../helpers/cross-check/one-check.ts";
import { decodedRecord, recording } from "../helpers/cross-check/recorded-evidence.ts";

type Path = readonly string[];

/** Fields whose parts a service may omit. Any other field is a single value. */
const WITH_PARTS = [
  "creationBytecode",
  "runtimeBytecode",
  "deployment",
  "compilation",
  "sources",
  "signatures",
];
const DEEPER = ["transformationValues"];

function fieldsOf(body: Body): readonly Path[] {
  return Object.keys(body).flatMap((name): Path[] => {
    if (!WITH_PARTS.includes(name) || body[name] === null) return [[name]];
    const parts = Object.keys(body[name]);
    const values = DEEPER.flatMap((part) =>
      Object.keys(body[name][part] ?? {}).map((value) => [name, part, value]),
    );
    return [[name], ...parts.map((part) => [name, part]), ...values];
  });
}

/** The claims that must not be proven if a field is missing. */
const NEEDED: readonly (readonly [field: RegExp, claims: readonly string[]])[] = [
  [/^(address|chainId|runtimeMatch)$/, ["record"]],
  [/^abi$/, ["interface"]],
  [/^(metadata|sources(\..*)?)$/, ["sources"]],
];
/** The same, if there is no build and no local compiler. */
const NEEDED_WITHOUT_BUILD: typeof NEEDED = [
  ...NEEDED,
  [/^runtimeBytecode(\.onchainBytecode)?$/, ["record"]],
  [/^/, ["runtime-code", "libraries"]],
];

function without(body: Body, path: Path): Body {
  const copy = structuredClone(body);
  const parent = path.slice(0, -1).reduce((inner, key) => inner[key], copy);
  delete parent[path.at(-1) ?? ""];
  return copy;
}

function problemsOf(evidence: Evidence, path: Path, needed: typeof NEEDED): readonly string[] {
  const shown = path.join(".");
  const checks = runChecks(evidence);
  const claims = runClaims(evidence, checks);
  const forbidden = needed.flatMap(([field, ids]) => (field.test(shown) ? ids : []));
  return [
    ...checks.filter(({ status }) => status === "failed").map(({ id }) => `${shown}: ${id} failed`),
    ...claims.filter(({ state }) => state === "refuted").map(({ id }) => `${shown}: ${id} refuted`),
    ...claims
      .filter(({ id, state }) => state === "proven" && forbidden.includes(id))
      .map(({ id }) => `${shown}: ${id} proven`),
  ];
}

describe("cross-check - an honest record with one field left out", () => {
  for (const name of ["plain", "constructor-arguments", "immutables", "linked-library", "library-itself"])
    it(`should refute nothing, and not prove the claims that need the field: ${name}`, () => {
      const { body } = recording(name).record;
      const evidence = evidenceOf(name);
      const paths = fieldsOf(body);
      assert.isAbove(paths.length, 40);
      const problems = paths.flatMap((path) => {
        // Sources that another submitter added don't belong to this contract.
        const isOthers =
          path[0] === "sources" &&
          path[1] !== undefined &&
          !Object.hasOwn(evidence.record.metadata?.sources ?? {}, path[1]);
        const record = decodedRecord(without(body, path));
        const needed = isOthers ? [] : NEEDED;
        return [
          ...problemsOf({ ...evidence, record }, path, needed),
          ...problemsOf(withoutBuild({ ...evidence, record }), path, isOthers ? [] : NEEDED_WITHOUT_BUILD),
        ];
      });
      assert.isEmpty(problems, problems.join("\n"));
    });
});
