/** Comments and strings of Solidity: a name in one declares nothing. */
const NO_CODE = /\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'/g;

/**
 * The line on which a contract or library is declared.
 *
 * @returns From 1; null where there is no such declaration, as in another language.
 */
export function declarationLine(source: string, name: string): number | null {
  const code = source.replace(NO_CODE, (text) => text.replace(/[^\n]/g, " "));
  // A name of Solidity has no character but $ that a regular expression would read as something else.
  const found = new RegExp(`\\b(?:contract|library)\\s+${name.replaceAll("$", "\\$")}(?![\\w$])`).exec(code);
  return found === null ? null : code.slice(0, found.index).split("\n").length;
}
