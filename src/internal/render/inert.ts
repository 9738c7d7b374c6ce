/**
 * A screen in a CI log: GitHub reads a line that begins with `::`, after any blanks, as a command, and `##[` anywhere in
 * a line; Azure reads `##vso[`. A blank in between makes it plain text.
 */
export function inert(screen: string): string {
  return screen.replace(/^([^\S\n]*):(?=:)/gm, "$1: ").replace(/#(?=#\w*\[)/g, "# ");
}
