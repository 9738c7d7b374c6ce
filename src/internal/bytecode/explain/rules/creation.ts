import { type CodeTemplate, decodeCode, encodeCode } from "../../../domain/code-template.ts";
import { type Comparison, compareCode } from "../../compare.ts";
import { initLength, takesArguments } from "../creation-code.ts";
import { bytes, type Explained } from "../explanation.ts";

/** Leading bytes by which a creation code is found inside a longer input. */
const ENOUGH_TO_FIND = 32;
const WORD = 32;

/** Explains the creation side of a contract whose runtime code is the build's. */
export function explainCreation(
  creation: string,
  template: { readonly runtime: CodeTemplate; readonly creation: CodeTemplate },
): readonly Explained[] {
  const onchain = decodeCode(creation);
  const built = decodeCode(template.creation.object);
  const comparison = compareCode("creation", creation, template.creation);
  if (onchain === undefined || built === undefined || comparison === undefined) return [];
  const init = initLength(built, template.runtime);
  if (comparison.sameCode) return explainTail(onchain.length - built.length, takesArguments(built, init));
  return (
    explainWrapped(onchain, built, template.creation) ?? explainConstructor(comparison, onchain, built, init)
  );
}

function explainTail(tail: number, takes: boolean): readonly Explained[] {
  const kind = "constructor-arguments";
  if (takes && tail === 0)
    return [
      explanation(
        kind,
        "likely",
        "the constructor takes arguments, but none follow the creation code on chain",
      ),
    ];
  if (!takes && tail > 0)
    return [
      explanation(
        kind,
        "likely",
        `${bytes(tail)} follow the creation code on chain, but the constructor takes no arguments`,
      ),
    ];
  if (tail % WORD !== 0)
    return [
      explanation(
        kind,
        "certain",
        `${bytes(tail)} follow the creation code on chain, which is not a multiple of ${WORD} bytes, as encoded arguments are`,
      ),
    ];
  return [];
}

/** The transaction called a factory or deployer with the creation code in its input. */
function explainWrapped(
  onchain: Uint8Array,
  built: Uint8Array,
  template: CodeTemplate,
): readonly Explained[] | undefined {
  const start = Buffer.from(onchain).indexOf(built.subarray(0, ENOUGH_TO_FIND));
  if (start <= 0 || compareCode("creation", encodeCode(onchain, start), template)?.sameCode !== true)
    return undefined;
  return [
    explanation(
      "factory",
      "certain",
      `this build's creation code begins at byte ${start} of the creating transaction's input: the transaction called another contract, which created this one`,
    ),
  ];
}

function explainConstructor(
  comparison: Comparison,
  onchain: Uint8Array,
  built: Uint8Array,
  init: number | undefined,
): readonly Explained[] {
  const [first] = comparison.differences;
  if (first === undefined) return [];
  if (comparison.differences.every(({ kind }) => kind === "length"))
    return [
      explanation(
        "truncated",
        "certain",
        `the creation code on chain is the beginning of this build's: its last ${bytes(built.length - onchain.length)} are missing`,
      ),
    ];
  const code = comparison.differences.find(({ kind }) => kind === "code") ?? first;
  const where = `the runtime code is this build's, the creation code differs from byte ${code.offset}`;
  // The input can also belong to a call that does not contain the build's code.
  if (code.offset === 0)
    return [
      explanation(
        "factory",
        "likely",
        `${where}: the transaction called another contract, which created this one`,
      ),
    ];
  const values = code.length <= WORD ? `, ${code.actual} on chain and ${code.expected} in this build` : "";
  return init !== undefined && code.offset < init
    ? [
        explanation(
          "constructor",
          "certain",
          `${where}${values}: in the constructor, its first ${bytes(init)}`,
        ),
      ]
    : [
        explanation(
          "constructor",
          "likely",
          `${where}${values}: in code or data that only the constructor uses`,
        ),
      ];
}

function explanation(kind: Explained["kind"], certainty: Explained["certainty"], text: string): Explained {
  return { kind, side: "creation", certainty, text };
}
