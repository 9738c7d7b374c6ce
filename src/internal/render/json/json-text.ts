/**
 * A value as JSON with a line end. Escapes replace characters that a terminal would interpret, because `--json` may
 * print to one, and commands to a CI server that reads the log. A parser gets the same text.
 */
export function jsonText(value: unknown): string {
  const text = JSON.stringify(value, undefined, 2);
  return `${text.replace(ACTED_ON, (character) => character.split("").map(unicodeEscape).join(""))}\n`;
}

/** A command to a CI server (`##[error]`, `##vso[`); C1 controls, DEL, bidi overrides and other invisible characters; JSON.stringify does the rest of the controls. */
const ACTED_ON = /#(?=#\w*\[)|[\u007f-\u009f\u2028\u2029\ufffe\uffff]|\p{Cf}/gu;

function unicodeEscape(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
