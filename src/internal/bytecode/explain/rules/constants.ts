import type { CodeRange, CodeTemplate } from "../../../domain/code-template.ts";
import { type ChangedOperand, changedOperands } from "../changed-operands.ts";
import type { Explained } from "../explanation.ts";
import type { Facts } from "../facts.ts";

const SHOWN = 3;
const ADDRESS_LENGTH = 20;
const LIBRARY = /^(?:0x)?730{40}3014/;

/** The same instructions push other values: constants, or libraries from the settings. */
export function explainConstants({ onchain, built, template, settings }: Facts): readonly Explained[] {
  if (onchain.code.length !== built.code.length) return [];
  const changed = changedOperands(built.instructions, onchain.instructions, filledInRanges(template));
  if (changed === undefined || changed.length === 0) return [];
  const names = new Map([...(settings?.libraries ?? [])].map(([name, address]) => [address, name]));
  const isLibrary = ({ length, built: value }: ChangedOperand) =>
    length === ADDRESS_LENGTH && names.has(value);
  const libraries = new Map(changed.filter(isLibrary).map((operand) => [operand.built, operand]));
  const constants = changed.filter((operand) => !isLibrary(operand));
  return [
    ...[...libraries.values()].map((operand) => library(operand, names.get(operand.built) ?? "")),
    ...(constants.length === 0 ? [] : [constant(constants)]),
  ];
}

/** Ranges that linking and the constructor fill in, and a library's call protection ("Call Protection For Libraries"). */
function filledInRanges({ object, linkReferences, immutableReferences }: CodeTemplate): readonly CodeRange[] {
  const isProtected = LIBRARY.test(object);
  return [
    ...(isProtected ? [{ start: 1, length: ADDRESS_LENGTH }] : []),
    ...Object.values(linkReferences).flatMap((inFile) => Object.values(inFile).flat()),
    ...Object.values(immutableReferences).flat(),
  ];
}

function library({ offset, built, onchain }: ChangedOperand, name: string): Explained {
  return {
    kind: "library",
    side: "runtime",
    certainty: "certain",
    text: `the build's settings.libraries puts the library ${name} at ${built}, but at byte ${offset} the code on chain has ${onchain}`,
  };
}

function constant(changed: readonly ChangedOperand[]): Explained {
  const shown = changed
    .slice(0, SHOWN)
    .map(({ offset, built, onchain }) => `at byte ${offset}: ${onchain} on chain, ${built} in this build`);
  const more = changed.length - shown.length;
  const values = changed.length === 1 ? "1 pushed value" : `${changed.length} pushed values`;
  return {
    kind: "constant",
    side: "runtime",
    certainty: "certain",
    text: `the instructions are the same, only ${values} differ${changed.length === 1 ? "s" : ""}: ${shown.join("; ")}${more > 0 ? `; and ${more} more` : ""}`,
  };
}
