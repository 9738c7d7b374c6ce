/** Comments, string literals, words, and other characters one by one. */
const TOKEN =
  /\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|[A-Za-z_$][\w$]*|\d[\w.]*|\S/g;
const COMMENT = /^\/[/*]/;

/** The tokens of Solidity, without comments. */
export function tokensOf(source: string): readonly string[] {
  return (source.match(TOKEN) ?? []).filter((token) => !COMMENT.test(token));
}

/** A declaration or statement: its tokens up to its `;` or its block, and what is in the block. */
export interface Statement {
  readonly head: readonly string[];
  /** Undefined where it ends with `;`. */
  readonly block: readonly string[] | undefined;
}

/** The statements of a source or of a contract's body. */
export function statementsOf(tokens: readonly string[]): readonly Statement[] {
  const statements: Statement[] = [];
  let head: string[] = [];
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at] ?? "";
    if (token === ";") {
      statements.push({ head, block: undefined });
      head = [];
    } else if (token === "{") {
      const end = endOfGroup(tokens, at);
      statements.push({ head, block: tokens.slice(at + 1, end) });
      head = [];
      at = end;
    } else if (token === "(" || token === "[") {
      const end = endOfGroup(tokens, at);
      head.push(...tokens.slice(at, end + 1));
      at = end;
    } else head.push(token);
  }
  return statements;
}

const CLOSING: ReadonlyMap<string, string> = new Map([
  ["(", ")"],
  ["[", "]"],
  ["{", "}"],
]);

/** The place of the bracket that closes the one at `start`; the end of the tokens where none does. */
function endOfGroup(tokens: readonly string[], start: number): number {
  const open: string[] = [];
  for (let at = start; at < tokens.length; at++) {
    const closing = CLOSING.get(tokens[at] ?? "");
    if (closing !== undefined) open.push(closing);
    else if (tokens[at] === open.at(-1)) open.pop();
    if (open.length === 0) return at;
  }
  return tokens.length;
}
