import { appendsAuxdata } from "../../bytecode/cbor-auxdata.ts";
import { checkPlaces, placesOf } from "../../bytecode/replay/check-places.ts";
import {
  nameOfValue,
  namesOfValues,
  partWithValue,
  replayTransformations,
} from "../../bytecode/replay/replay-transformations.ts";
import { vyperPlacesOf } from "../../bytecode/replay/vyper-places.ts";
import type { Side } from "../../domain/code-template.ts";
import type { Transformation, TransformationValues } from "../../domain/record.ts";
import { countWords } from "../../text/amounts.ts";
import { type Finding, failed, notGiven, passed, skipped, unknown } from "../check.ts";
import type { Evidence } from "../evidence.ts";
import { describeCode } from "./compare-values.ts";
import { ownAddresses } from "./own-addresses.ts";

/** True if the record's transformations turn the recompiled code of a side into the code on chain. */
export function replaySide(side: Side, evidence: Evidence): Finding {
  const { record, facts } = evidence;
  if (record[`${side}Match`] === null) return skipped(`the record has no ${side} match`);
  const { recompiledBytecode, onchainBytecode, transformations, transformationValues } =
    record[`${side}Bytecode`] ?? {};
  if (recompiledBytecode == null) return notGiven(`the recompiled ${side} code`);
  if (onchainBytecode == null) return notGiven(`the on-chain ${side} code`);
  if (transformations == null) return notGiven(`the transformations of its ${side} code`);
  const valueless = whatLacksValues(transformations, transformationValues ?? {});
  if (valueless !== undefined) return notGiven(`the values of its transformations for ${valueless}`);

  const count = transformations.length;
  const refuse = (index: number | undefined, reason: string) =>
    failed(
      `transformations for the open places of ${describeCode(recompiledBytecode)}`,
      index === undefined ? "others" : `another one, ${index + 1} of ${count}, at byte ${offsetOf(index)}`,
      reason,
    );
  const offsetOf = (index: number) => String(transformations[index]?.offset);

  const replay = replayTransformations(recompiledBytecode, transformations, transformationValues ?? {});
  if (replay.kind === "refused") return refuse(replay.index, replay.reason);
  const places = isVyper(evidence)
    ? vyperPlacesOf(side, recompiledBytecode, record.creationBytecode?.recompiledBytecode ?? undefined)
    : placesOf(
        side,
        recompiledBytecode,
        evidence.build?.compiled?.[side],
        appendsAuxdata(evidence.build?.compilation.input.settings),
      );
  const checked = checkPlaces(side, recompiledBytecode, replay.steps, places, ownAddresses(evidence));
  if (checked.kind === "refused") return refuse(checked.index, checked.reason);

  const onchain = side === "runtime" ? facts.runtimeBytecode : facts.creation?.initCode?.bytecode;
  for (const code of [onchainBytecode, ...(onchain === undefined ? [] : [onchain])]) {
    if (code.toLowerCase() !== replay.code)
      return failed(
        describeCode(code),
        describeCode(replay.code),
        "the recompiled code with its transformations is not the code on chain",
      );
  }
  if (onchain === undefined)
    return skipped(`the chain does not show the ${side} code, and the record alone proves nothing`);
  if (checked.kind === "undecided")
    return unknown(
      `transformation ${checked.index + 1} of ${count}, at byte ${offsetOf(checked.index)}: ${checked.reason}`,
    );
  return passed(count === 0 ? "nothing filled in" : `${countWords(count, "place")} filled in`);
}

/** The reason whose values are left out. Values that no transformation names are of no honest record. */
function whatLacksValues(
  transformations: readonly Transformation[],
  values: TransformationValues,
): string | undefined {
  const named = new Set(transformations.map(nameOfValue));
  const given = namesOfValues(values);
  if (given.some((each) => !named.has(each))) return undefined;
  return transformations.find((each) => {
    const key = partWithValue(each);
    const isElsewhere = each.id !== undefined && given.some((name) => name.endsWith(` ${each.id}`));
    return each.type !== "delete" && key !== undefined && values[key] === undefined && !isElsewhere;
  })?.reason;
}

/** Vyper leaves other places open than solc. */
export function isVyper({ record, build }: Pick<Evidence, "record" | "build">): boolean {
  const { compilation, metadata } = record;
  return (compilation?.language ?? metadata?.language ?? build?.compilation.input.language) === "Vyper";
}
