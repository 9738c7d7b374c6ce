/**
 * Makes a screen harmless in a CI log. GitHub treats a line that starts with `::`, even after spaces, as a command, and
 * `##[` anywhere in a line; Azure treats `##vso[` as one. A space in between makes it plain text.
 */
export function inert(screen: string): string {
  return screen.replace(/^([^\S\n]*):(?=:)/gm, "$1: ").replace(/#(?=#\w*\[)/g, "# ");
}
