/** Comments and string literals of Solidity. */
const NO_CODE = /\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'/g;

/**
 * The line on which a contract or library is declared.
 *
 * @returns Counted from 1; null without such a declaration, as in another language.
 */
export function declarationLine(source: string, name: string): number | null {
  const code = source.replace(NO_CODE, (text) => text.replace(/[^\n]/g, " "));
  // `$` is the only character of a Solidity identifier that is special in a regular expression.
  const found = new RegExp(`\\b(?:contract|library)\\s+${name.replaceAll("$", "\\$")}(?![\\w$])`).exec(code);
  return found === null ? null : code.slice(0, found.index).split("\n").length;
}
