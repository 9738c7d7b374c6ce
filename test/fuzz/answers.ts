import fc from "fast-check";
import { type Spoiling, spoil, spoilings } from "./json/bytes.ts";
import { type At, apply, type Change, type MatchText } from "./json/changes.ts";
import { ALL_SPELLINGS, anyKey, anyValue, PEOPLE } from "./json/hostile-values.ts";
import { type Member, treeOf, written } from "./json/tree.ts";

const n = fc.nat(5000);
const among = (...some: readonly At["among"][]): fc.Arbitrary<At> =>
  fc.record({ among: fc.constantFrom(...some), n });
const at = among("all", "all", "upper", "deciding");
const atText = among("strings", "strings", "codes");
const match = fc.constantFrom<MatchText[]>("null", '"match"', '"exact_match"');
const doing = <const Name extends Change["do"]>(name: Name) => fc.constant(name);

const anyChange: fc.Arbitrary<Change> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: doing("drop"), at }) },
  { weight: 8, arbitrary: fc.record({ do: doing("replace"), at, value: anyValue }) },
  { weight: 8, arbitrary: fc.record({ do: doing("vary"), at, n }) },
  { weight: 2, arbitrary: fc.record({ do: doing("repeat"), at, value: anyValue, first: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ do: doing("rename"), at, key: anyKey }) },
  { weight: 2, arbitrary: fc.record({ do: doing("add"), at, key: anyKey, value: anyValue }) },
  { weight: 2, arbitrary: fc.record({ do: doing("wrap"), at, in: fc.constantFrom("array", "object") }) },
  { weight: 1, arbitrary: fc.record({ do: doing("reverse"), at }) },
  {
    weight: 7,
    arbitrary: fc.record({
      do: doing("spell"),
      at: atText,
      how: fc.oneof(fc.constant("another digit" as const), fc.constantFrom(...ALL_SPELLINGS)),
      digit: n,
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: doing("copy"), at, from: at }) },
  { weight: 4, arbitrary: fc.record({ do: doing("claim"), creation: match, runtime: match }) },
  { weight: 2, arbitrary: fc.record({ do: doing("poison"), text: fc.constantFrom(...PEOPLE) }) },
);

/** Mostly one change, which is the hardest to notice. */
const changes: fc.Arbitrary<readonly Change[]> = fc.oneof(
  { weight: 4, arbitrary: fc.tuple(anyChange) },
  { weight: 2, arbitrary: fc.array(anyChange, { minLength: 1, maxLength: 4 }) },
);

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** Description of the changes, for people. */
  readonly made: string;
}

export function isGood({ status }: Answer): boolean {
  return status >= 200 && status <= 299;
}

/** Recorded, or as good as recorded. */
export interface Base {
  readonly name: string;
  readonly status: number;
  readonly body: unknown;
}

const JSON_TYPE = { "content-type": "application/json; charset=utf-8" };

export function whole(status: number, body: unknown): Answer {
  return { status, headers: JSON_TYPE, body: Buffer.from(JSON.stringify(body)), made: "as it is" };
}

/** Small, so that it can be shrunk and printed. */
interface Recipe {
  readonly changes: readonly Change[];
  readonly spoiling: Spoiling | undefined;
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, string>> | undefined;
}

function cooked(base: Base, recipe: Recipe): Answer {
  const root: Member[] = [{ key: "", tree: treeOf(base.body) }];
  const done = recipe.changes.map((change) => apply(root, change));
  const [first] = root;
  return {
    status: recipe.status ?? base.status,
    headers: { ...JSON_TYPE, ...recipe.headers },
    body: spoil(first === undefined ? "" : written(first.tree), recipe.spoiling),
    made: [base.name, ...done, recipe.spoiling?.how].filter((it) => it !== undefined).join(", "),
  };
}

const STATUSES = [
  ...[200, 201, 202, 204, 206, 299, 300, 304, 400, 401, 403, 404, 404, 408, 409, 410, 413, 418, 425, 429],
  ...[500, 501, 502, 503, 504, 599, 600, 999],
];
const REDIRECTS = [
  "/elsewhere",
  "/",
  "//127.0.0.1:1/",
  "http://127.0.0.1:1/",
  "javascript:alert(1)",
  "",
  "?",
  "\u0080",
];
const HEADERS: readonly Readonly<Record<string, string>>[] = [
  { "content-type": "text/html" },
  { "content-type": "\u00ff" },
  { "content-encoding": "gzip" },
  { "content-encoding": "br" },
  { "content-encoding": "deflate" },
  { "content-encoding": "identity" },
  { "content-encoding": "x, gzip" },
];
/** All but the first exceed the time limit of a case. */
const WAITS = ["-1", "3600", "Fri, 31 Dec 9999 23:59:59 GMT", "99999999999999999999"];

/** Mostly nothing: constant faults would hide the rest. */
function rarely<T>(arbitrary: fc.Arbitrary<T>, oneIn: number): fc.Arbitrary<T | undefined> {
  return fc.oneof({ weight: oneIn - 1, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary });
}

const recipes: fc.Arbitrary<Recipe> = fc.record({
  changes,
  spoiling: rarely(spoilings, 10),
  status: rarely(fc.constantFrom(...STATUSES), 15),
  headers: rarely(fc.constantFrom(...HEADERS), 30),
});

/** Unrelated bodies: arbitrary JSON, arbitrary values, and random bytes. */
const fromScratch: fc.Arbitrary<Answer> = fc
  .tuple(
    fc.oneof(
      fc.json({ maxDepth: 5 }).map((text) => Buffer.from(text)),
      fc
        .anything({ withBoxedValues: true, withNullPrototype: true })
        .map((value) => Buffer.from(safeJson(value))),
      fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
      fc.string({ unit: "binary", maxLength: 300 }).map((text) => Buffer.from(text)),
    ),
    fc.oneof(
      { weight: 3, arbitrary: fc.constant(200) },
      { weight: 1, arbitrary: fc.constantFrom(...STATUSES) },
    ),
  )
  .map(([body, status]) => ({ status, headers: JSON_TYPE, body, made: "from scratch" }));

const redirects: fc.Arbitrary<Answer> = fc
  .tuple(fc.constantFrom(301, 302, 303, 307, 308), fc.constantFrom(...REDIRECTS))
  .map(([status, location]) => ({
    status,
    headers: { location },
    body: Buffer.alloc(0),
    made: "a redirect",
  }));

const waits: fc.Arbitrary<Answer> = fc
  .tuple(fc.constantFrom(408, 425, 429, 502, 503), fc.constantFrom(...WAITS))
  .map(([status, wait]) => {
    const headers = { "retry-after": wait, date: "never" };
    return { status, headers, body: Buffer.from("later"), made: "a request to wait" };
  });

export function answersLike(bases: readonly Base[]): fc.Arbitrary<Answer> {
  return fc.oneof(
    {
      weight: 40,
      arbitrary: fc.tuple(fc.nat(bases.length - 1), recipes).map(([index, recipe]) => {
        return cooked(bases[index] as Base, recipe);
      }),
    },
    { weight: 3, arbitrary: fromScratch },
    { weight: 1, arbitrary: redirects },
    { weight: 1, arbitrary: waits },
  );
}

/** fast-check prints this in place of the bytes. */
export function shown({ status, headers, body, made }: Answer): string {
  const text = body.toString("utf8");
  const cut = text.length > 4000 ? `${text.slice(0, 4000)}… (${body.length} bytes)` : text;
  return `${made}\n  HTTP ${status} ${JSON.stringify(headers)}\n  ${JSON.stringify(cut)}`;
}

function safeJson(value: unknown): string {
  try {
    return JSON.stringify(value) ?? String(undefined);
  } catch {
    return "[1n]";
  }
}
