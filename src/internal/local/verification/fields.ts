/** The fields of a record beside those that every answer has, with the nested names that can be asked for. */
const FIELDS: Readonly<Record<string, readonly string[]>> = {
  creationBytecode: bytecodeFields(),
  runtimeBytecode: [...bytecodeFields(), "immutableReferences"],
  deployment: ["transactionHash", "blockNumber", "transactionIndex", "deployer"],
  sources: [],
  compilation: ["language", "compiler", "compilerVersion", "compilerSettings", "name", "fullyQualifiedName"],
  abi: [],
  metadata: [],
  storageLayout: [],
  transientStorageLayout: [],
  userdoc: [],
  devdoc: [],
  sourceIds: [],
  additionalInput: [],
  stdJsonInput: ["language", "sources", "settings"],
  stdJsonOutput: ["sources", "contracts"],
  signatures: ["function", "event", "error"],
  proxyResolution: ["isProxy", "proxyType", "implementations"],
};

/** In every answer, whatever is asked for. */
const ALWAYS = [
  "matchId",
  "match",
  "creationMatch",
  "runtimeMatch",
  "verifiedAt",
  "chainId",
  "address",
] as const;

/** Which fields an answer has: a field, or some of what is in it. */
export type Selection = ReadonlyMap<string, "whole" | readonly string[]>;

export type SelectionResult =
  | { readonly kind: "selected"; readonly selection: Selection }
  | { readonly kind: "refused"; readonly message: string };

/** Reads the query parameters `fields` and `omit`. */
export function selectFields(query: URLSearchParams): SelectionResult {
  const fields = query.get("fields");
  const omit = query.get("omit");
  for (const [name, value] of [
    ["fields", fields],
    ["omit", omit],
  ] as const) {
    if (value === "") return refused(`Empty value found for query parameter '${name}'`);
  }
  if (fields !== null && omit !== null) return refused("Cannot specify both fields and omit");
  if (fields !== null) return select(fields.split(","));
  if (omit !== null) return leaveOut(omit.split(","));
  return { kind: "selected", selection: new Map() };
}

/** Applies a selection to a record. */
export function pickFields(
  record: Readonly<Record<string, unknown>>,
  selection: Selection,
): Readonly<Record<string, unknown>> {
  const picked: Record<string, unknown> = {};
  for (const [field, parts] of selection) {
    const value = record[field];
    if (parts === "whole") picked[field] = value;
    else if (typeof value === "object" && value !== null) {
      picked[field] = Object.fromEntries(parts.map((part) => [part, Reflect.get(value, part)]));
    }
  }
  return picked;
}

function select(selectors: readonly string[]): SelectionResult {
  if (selectors.length === 1 && selectors[0] === "all") return everything();
  const selection = new Map<string, "whole" | string[]>();
  for (const selector of selectors) {
    if (isAlways(selector)) continue;
    const [field = "", part, ...deeper] = selector.split(".");
    const parts = Object.hasOwn(FIELDS, field) ? FIELDS[field] : undefined;
    const isValid = deeper.length === 0 && (part === undefined || parts?.includes(part));
    if (parts === undefined || !isValid) return unknownSelector(selector);
    const before = selection.get(field);
    if (part === undefined || before === "whole") selection.set(field, "whole");
    else selection.set(field, [...(before ?? []), part]);
  }
  return { kind: "selected", selection };
}

function leaveOut(selectors: readonly string[]): SelectionResult {
  const unknown = selectors.find((selector) => !Object.hasOwn(FIELDS, selector) && !isAlways(selector));
  if (unknown !== undefined) return unknownSelector(unknown);
  const kept = Object.keys(FIELDS).filter((field) => !selectors.includes(field));
  return { kind: "selected", selection: new Map(kept.map((field) => [field, "whole"])) };
}

function everything(): SelectionResult {
  return { kind: "selected", selection: new Map(Object.keys(FIELDS).map((field) => [field, "whole"])) };
}

function unknownSelector(selector: string): SelectionResult {
  return refused(`Field selector ${selector} is not a valid field`);
}

function refused(message: string): SelectionResult {
  return { kind: "refused", message };
}

function isAlways(name: string): boolean {
  return (ALWAYS as readonly string[]).includes(name);
}

function bytecodeFields(): readonly string[] {
  return [
    "onchainBytecode",
    "recompiledBytecode",
    "sourceMap",
    "linkReferences",
    "cborAuxdata",
    "transformations",
    "transformationValues",
  ];
}
