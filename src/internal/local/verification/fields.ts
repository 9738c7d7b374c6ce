/**
 * The fields of a record, with the nested names that can be asked for. `match`, `chainId` and `address` come with every
 * answer and can't be asked for.
 */
const FIELDS: Readonly<Record<string, readonly string[]>> = {
  matchId: [],
  creationMatch: [],
  runtimeMatch: [],
  verifiedAt: [],
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

/** Which fields an answer has: a field, or some of what is in it. */
export type Selection = ReadonlyMap<string, "whole" | readonly string[]>;

export type SelectionResult =
  | { readonly kind: "selected"; readonly selection: Selection }
  | { readonly kind: "refused"; readonly message: string };

/** Reads the query parameters `fields` and `omit`, with the rules and words of the real service. */
export function selectFields(query: URLSearchParams): SelectionResult {
  const fields = query.get("fields")?.split(",");
  const omit = query.get("omit")?.split(",");
  if (fields !== undefined && omit !== undefined) return refused("Cannot specify both fields and omit");
  if (fields?.includes("all") && fields.length > 1) return refused("Cannot specify 'all' with other fields");
  const isAll = fields?.[0] === "all";
  const problem = (isAll ? [] : (fields ?? omit ?? []))
    .map(selectorProblem)
    .find((each) => each !== undefined);
  if (problem !== undefined) return refused(problem);
  if (isAll) return selected(Object.keys(FIELDS));
  // Only whole fields can be left out: a nested name is accepted, and changes nothing.
  return selected(
    fields ?? (omit === undefined ? [] : Object.keys(FIELDS).filter((each) => !omit.includes(each))),
  );
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

function selectorProblem(selector: string): string | undefined {
  const [field = "", part, ...deeper] = selector.split(".");
  if (deeper.length > 0) return `Field selector cannot have more than one level subselectors: ${selector}`;
  const parts = Object.hasOwn(FIELDS, field) ? FIELDS[field] : undefined;
  const isKnown = parts !== undefined && (part === undefined || parts.includes(part));
  return isKnown ? undefined : `Field selector ${selector} is not a valid field`;
}

function selected(selectors: readonly string[]): SelectionResult {
  const selection = new Map<string, "whole" | readonly string[]>();
  for (const selector of selectors) {
    const [field = "", part] = selector.split(".");
    const before = selection.get(field);
    const isWhole = part === undefined || before === "whole";
    selection.set(field, isWhole ? "whole" : [...(before ?? []), part]);
  }
  return { kind: "selected", selection };
}

function refused(message: string): SelectionResult {
  return { kind: "refused", message };
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
