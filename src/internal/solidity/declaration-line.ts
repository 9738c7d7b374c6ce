/** Comments and string literals in Solidity. */
const NO_CODE = /\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'/g;

/** Counted from 1. Null if there is no such declaration, for example because the source is in another language. */
export function findDeclarationLine(source: string, name: string): number | null {
  const code = source.replace(NO_CODE, (text) => text.replace(/[^\n]/g, " "));
  // `$` is the only character in Solidity identifiers that is special in regular expressions.
  const found = new RegExp(`\\b(?:contract|library)\\s+${name.replaceAll("$", "\\$")}(?![\\w$])`).exec(code);
  return found === null ? null : code.slice(0, found.index).split("\n").length;
}
