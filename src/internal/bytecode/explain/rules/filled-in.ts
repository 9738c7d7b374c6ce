import type { CodeRange } from "../../../domain/code-template.ts";
import type { Difference } from "../../../report/model.ts";
import type { Explained } from "../explanation.ts";
import type { Facts } from "../facts.ts";

/**
 * Library addresses and immutables must be the same at all their places. Applies only to equal code: in other code
 * these places hold unrelated bytes.
 */
export function explainFilledIn({ template, programs }: Facts): readonly Explained[] {
  if (programs.differences.some(({ kind }) => kind === "code" || kind === "length")) return [];
  const libraries = Object.entries(template.linkReferences).flatMap(([path, inFile]) =>
    Object.entries(inFile).map(([name, ranges]) => [`${path}:${name}`, ranges] as const),
  );
  const immutables = Object.entries(template.immutableReferences);
  return [
    ...contradictions(programs.differences, "library", libraries, programs.libraries).map(
      (text) =>
        ({ kind: "library", side: "runtime", certainty: "certain", text: `the library ${text}` }) as const,
    ),
    ...contradictions(programs.differences, "immutable", immutables, programs.immutables).map(
      (text) =>
        ({
          kind: "immutables",
          side: "runtime",
          certainty: "certain",
          text: `the immutable ${text}, which no constructor leaves`,
        }) as const,
    ),
  ];
}

/** One text for each name, with the first contradicting place. */
function contradictions(
  differences: readonly Difference[],
  kind: Difference["kind"],
  named: readonly (readonly [name: string, ranges: readonly CodeRange[]])[],
  values: Readonly<Record<string, string>>,
): readonly string[] {
  return named.flatMap(([name, ranges]) => {
    const found = differences.find(
      (difference) => difference.kind === kind && ranges.some(({ start }) => start === difference.offset),
    );
    const [first] = ranges;
    return found === undefined || first === undefined
      ? []
      : [
          `${name} has two values on chain, ${values[name]} at byte ${first.start} and ${found.actual} at byte ${found.offset}`,
        ];
  });
}
