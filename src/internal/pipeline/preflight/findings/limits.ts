import { advice } from "../../../errors/next-step.ts";
import { bytesWords } from "../../../text/amounts.ts";
import { ofLoaded } from "../subject.ts";

/** Of a request to Sourcify, counted after decompression (measured with 3.12.1). */
const MOST_BYTES = 30 * 1024 * 1024;
const LANGUAGES = ["Solidity", "Yul", "Vyper", "Fe"];

/** VC226 */
export const submissionSize = ofLoaded(({ plan }) =>
  plan.bytes <= MOST_BYTES
    ? []
    : [
        {
          prevents: "match",
          code: "VC226",
          details: {
            facts: [
              ["Size", bytesWords(plan.bytes)],
              ["Limit", bytesWords(MOST_BYTES)],
              ["Largest", largest(plan.files)],
            ],
            likely: plan.sources === "full" ? plan.reason : undefined,
            next: advice("compile the contract in a build of its own, with what it imports alone"),
          },
        },
      ],
);

/** VC227 */
export const language = ofLoaded(({ compilation: { input } }) =>
  LANGUAGES.includes(input.language)
    ? []
    : [
        {
          prevents: "match",
          code: "VC227",
          details: { values: { language: input.language }, facts: [["Takes", LANGUAGES.join(", ")]] },
        },
      ],
);

/** VC228 */
export const emptySource = ofLoaded(({ plan }) => {
  const empty = plan.files.filter(({ bytes }) => bytes === 0).map(({ path }) => path);
  if (empty.length === 0) return [];
  return [
    {
      prevents: "match",
      code: "VC228",
      details: {
        facts: [["Source", empty.join(", ")]],
        next: advice("delete it, or write a comment into it"),
      },
    },
  ];
});

function largest(files: readonly { readonly path: string; readonly bytes: number }[]): string | undefined {
  const [first] = [...files].sort((a, b) => b.bytes - a.bytes);
  return first === undefined ? undefined : `${first.path}, ${bytesWords(first.bytes)}`;
}
