/** Comments, string literals, words, and any other single character. */
const TOKEN =
  /\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|[A-Za-z_$][\w$]*|\d[\w.]*|\S/g;
const COMMENT = /^\/[/*]/;

/** A declaration or statement: the tokens up to its `;` or block, and the block's tokens. */
interface Statement {
  readonly head: readonly string[];
  /** Undefined if it ends with `;`. */
  readonly block: readonly string[] | undefined;
}

function splitStatements(tokens: readonly string[]): readonly Statement[] {
  const statements: Statement[] = [];
  let head: string[] = [];
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at] ?? "";
    if (token === ";") {
      statements.push({ head, block: undefined });
      head = [];
    } else if (token === "{") {
      const end = findGroupEnd(tokens, at);
      statements.push({ head, block: tokens.slice(at + 1, end) });
      head = [];
      at = end;
    } else if (token === "(" || token === "[") {
      const end = findGroupEnd(tokens, at);
      head.push(...tokens.slice(at, end + 1));
      at = end;
    } else head.push(token);
  }
  return statements;
}

const CLOSING: ReadonlyMap<string, string> = new Map(Object.entries({ "(": ")", "[": "]", "{": "}" }));

/** The position of the closing bracket, or the end of the tokens if there is none. */
function findGroupEnd(tokens: readonly string[], start: number): number {
  const open: string[] = [];
  for (let at = start; at < tokens.length; at++) {
    const closing = CLOSING.get(tokens[at] ?? "");
    if (closing !== undefined) open.push(closing);
    else if (tokens[at] === open.at(-1)) open.pop();
    if (open.length === 0) return at;
  }
  return tokens.length;
}

interface ImmutableDeclaration {
  readonly name: string;
  /** As in the source, without whitespace: `IERC20`, `Lib.Kind`, `address payable`. */
  readonly type: string;
}

export interface ContractDeclaration {
  readonly name: string;
  /** As in the source: `Owned`, `Lib.Owned`. */
  readonly bases: readonly string[];
  readonly immutables: readonly ImmutableDeclaration[];
}

/** An enum, or a user-defined value type. */
export type TypeDeclaration = {
  readonly name: string;
  /** The contract that declares it. Undefined at file level. */
  readonly scope: string | undefined;
} & (
  | { readonly kind: "enum"; readonly members: readonly string[] }
  | { readonly kind: "value-type"; readonly underlying: string }
);

export type Declarations = ReturnType<typeof readDeclarations>;

const CONTRACT_KINDS: ReadonlySet<string> = new Set(["contract", "interface", "library"]);

/** Reads the declarations in a Solidity source. May miss some if the source doesn't compile. */
export function readDeclarations(source: string) {
  /** In source order, including interfaces and libraries. */
  const contracts: ContractDeclaration[] = [];
  const types: TypeDeclaration[] = [];
  /** Original names, keyed by alias, from `import {A as B}`. */
  const aliases = new Map<string, string>();
  const tokens = (source.match(TOKEN) ?? []).filter((token) => !COMMENT.test(token));
  for (const statement of splitStatements(tokens)) {
    const { head, block } = statement;
    const [first] = head;
    // The braces in `import {…}` count as a block, which contains the names. The rest is a separate statement.
    if (first === "import") for (const [name, alias] of readAliases(block ?? [])) aliases.set(alias, name);
    types.push(...readTypeDeclaration(statement, undefined));
    const at = head[0] === "abstract" ? 1 : 0;
    const name = head[at + 1];
    if (block === undefined || name === undefined || !CONTRACT_KINDS.has(head[at] ?? "")) continue;
    const members = splitStatements(block);
    contracts.push({
      name,
      bases: readBases(head.slice(at + 2)),
      immutables: members.flatMap(readImmutable),
    });
    types.push(...members.flatMap((member) => readTypeDeclaration(member, name)));
  }
  return { contracts, types, aliases };
}

/** Reads `A as B, C as D` from `import {A as B, C as D}`. */
function readAliases(tokens: readonly string[]): readonly (readonly [name: string, alias: string])[] {
  return splitAtCommas(tokens).flatMap(([name, as, alias]) =>
    name !== undefined && as === "as" && alias !== undefined ? [[name, alias] as const] : [],
  );
}

function readTypeDeclaration(
  { head, block }: Statement,
  scope: string | undefined,
): readonly TypeDeclaration[] {
  const [keyword, name = "", is, ...underlying] = head;
  if (keyword === "enum" && block !== undefined)
    return [{ kind: "enum", name, scope, members: block.filter((token) => token !== ",") }];
  if (keyword === "type" && is === "is")
    return [{ kind: "value-type", name, scope, underlying: underlying.join(" ") }];
  return [];
}

/** Reads `is Owned(msg.sender), Lib.Base`. The compiler also allows `layout at …` before or after the list. */
function readBases(head: readonly string[]): readonly string[] {
  const start = head.indexOf("is");
  if (start === -1) return [];
  const end = head.indexOf("layout", start);
  return splitAtCommas(head.slice(start + 1, end === -1 ? undefined : end)).map((base) => {
    const call = base.indexOf("(");
    return base.slice(0, call === -1 ? undefined : call).join("");
  });
}

/** Keywords between a type and a name. */
const ATTRIBUTES: ReadonlySet<string> = new Set([
  ...["immutable", "public", "private", "internal", "override"],
]);

function readImmutable({ head, block }: Statement): readonly ImmutableDeclaration[] {
  const value = head.indexOf("=");
  const declared = head.slice(0, value === -1 ? undefined : value);
  const name = declared.at(-1);
  if ((block !== undefined && value === -1) || name === undefined || !declared.includes("immutable"))
    return [];
  const end = declared.findIndex((token) => ATTRIBUTES.has(token));
  const words = declared.slice(0, end);
  return [{ name, type: words[0] === "address" ? words.join(" ") : words.join("") }];
}

function splitAtCommas(tokens: readonly string[]): readonly (readonly string[])[] {
  const parts: string[][] = [[]];
  let depth = 0;
  for (const token of tokens) {
    if ("([{".includes(token)) depth++;
    if (")]}".includes(token)) depth--;
    if (token === "," && depth === 0) parts.push([]);
    else parts.at(-1)?.push(token);
  }
  return parts.filter((part) => part.length > 0);
}
