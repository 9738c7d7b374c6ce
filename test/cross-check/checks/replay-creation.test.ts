import { drop, set } from "../../helpers/cross-check/one-check.ts";
import {
  add,
  creation,
  first,
  itFailsForRecords,
  itIsUnknown,
  type RecordCase,
} from "../../helpers/cross-check/replayed.ts";

const WORD = `0x${"ab".repeat(32)}`;

const TAMPERED: readonly RecordCase[] = [
  [
    "an immutable in creation code",
    "plain",
    creation(add({ type: "replace", reason: "immutable", offset: 20, id: "6" }, { immutables: { 6: WORD } })),
  ],
  ["constructor arguments in the middle", "constructor-arguments", creation(first(set("offset", 100)))],
  [
    "constructor arguments one byte before the end",
    "constructor-arguments",
    creation(first((it) => it.offset--)),
  ],
  [
    "constructor arguments one byte behind the end",
    "constructor-arguments",
    creation(first((it) => it.offset++)),
  ],
  ["constructor arguments, replaced", "constructor-arguments", creation(first(set("type", "replace")))],
  [
    "constructor arguments that are longer",
    "constructor-arguments",
    creation(set("transformationValues.constructorArguments", (old) => `${old}00`)),
  ],
  [
    "constructor arguments that are shorter",
    "constructor-arguments",
    creation(set("transformationValues.constructorArguments", (old) => old.slice(0, -2))),
  ],
  [
    "constructor arguments twice",
    "constructor-arguments",
    creation((it) => it.transformations.push(it.transformations[0])),
  ],
];

describe("cross-check - replay-creation", () => {
  itFailsForRecords("replay-creation", TAMPERED);

  itIsUnknown("replay-creation", [
    ["recompiled creation code, to replay", "immutables", creation(set("recompiledBytecode", null))],
    [
      "the values of its transformations",
      "constructor-arguments",
      creation(drop("transformationValues.constructorArguments")),
    ],
    ["creation code", "immutables", set("creationBytecode", null)],
  ]);
});
