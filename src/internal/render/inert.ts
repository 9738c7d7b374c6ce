/**
 * A screen that a CI server reads too: GitHub takes a line that begins with `::`, after any blanks, for a command, and
 * `##[` anywhere in a line; Azure takes `##vso[`. A blank in between makes text of it again, whoever wrote it.
 */
export function inert(screen: string): string {
  return screen.replace(/^([^\S\n]*):(?=:)/gm, "$1: ").replace(/#(?=#\w*\[)/g, "# ");
}
