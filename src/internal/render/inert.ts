/**
 * In a CI log, GitHub executes `::` at the start of a line, even after spaces, and `##[` anywhere in a line. Azure does
 * the same with `##vso[`. An inserted space turns these commands into plain text.
 */
export function inert(screen: string): string {
  return screen.replace(/^([^\S\n]*):(?=:)/gm, "$1: ").replace(/#(?=#\w*\[)/g, "# ");
}
