// npm run size: prints the size of `src` and `test` as one line of JSON: files, lines, and tokens according to
// TypeScript's scanner, without comments and white space.
import { globSync, readFileSync } from "node:fs";
import { SyntaxKind } from "typescript/unstable/ast";
import { createScanner } from "typescript/unstable/ast/scanner";

/** After these tokens, a slash is a division; elsewhere it starts a regular expression. */
const VALUES = new Set([
  SyntaxKind.Identifier,
  SyntaxKind.CloseParenToken,
  SyntaxKind.CloseBracketToken,
  SyntaxKind.CloseBraceToken,
  SyntaxKind.NumericLiteral,
  SyntaxKind.StringLiteral,
]);

console.log(JSON.stringify({ src: sizeOf("src"), test: sizeOf("test") }));

function sizeOf(folder: string): { files: number; lines: number; tokens: number } {
  const texts = globSync(`${folder}/**/*.{ts,cts,cjs}`, { exclude: (name) => name === "node_modules" }).map(
    (file) => readFileSync(file, "utf8"),
  );
  return {
    files: texts.length,
    lines: texts.reduce((sum, text) => sum + text.split("\n").length - 1, 0),
    tokens: texts.reduce((sum, text) => sum + tokensOf(text), 0),
  };
}

function tokensOf(text: string): number {
  const scanner = createScanner(true, undefined, text);
  /** Number of open braces per open template substitution. */
  const braces: number[] = [];
  let tokens = 0;
  let before: SyntaxKind | undefined;
  for (let kind = scanner.scan(); kind !== SyntaxKind.EndOfFile; kind = scanner.scan()) {
    const open = braces.length - 1;
    const isSlash = kind === SyntaxKind.SlashToken || kind === SyntaxKind.SlashEqualsToken;
    if (isSlash && (before === undefined || !VALUES.has(before))) kind = scanner.reScanSlashToken();
    else if (kind === SyntaxKind.CloseBraceToken && braces[open] === 0) {
      kind = scanner.reScanTemplateToken(false);
      if (kind === SyntaxKind.TemplateTail) braces.pop();
    } else if (kind === SyntaxKind.TemplateHead) braces.push(0);
    else if (kind === SyntaxKind.OpenBraceToken && open >= 0) braces[open] = (braces[open] ?? 0) + 1;
    else if (kind === SyntaxKind.CloseBraceToken && open >= 0) braces[open] = (braces[open] ?? 0) - 1;
    before = kind;
    tokens++;
  }
  return tokens;
}
