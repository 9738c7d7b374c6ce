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
  [
    "constructor arguments in the middle",
    "constructor-arguments",
    creation(
      first((it) => {
        it.offset = 100;
      }),
    ),
  ],
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
  [
    "constructor arguments, replaced",
    "constructor-arguments",
    creation(
      first((it) => {
        it.type = "replace";
      }),
    ),
  ],
  [
    "constructor arguments that are longer",
    "constructor-arguments",
    creation((it) => {
      it.transformationValues.constructorArguments += "00";
    }),
  ],
  [
    "constructor arguments that are shorter",
    "constructor-arguments",
    creation((it) => {
      it.transformationValues.constructorArguments = it.transformationValues.constructorArguments.slice(
        0,
        -2,
      );
    }),
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
    [
      "recompiled creation code, to replay",
      "immutables",
      creation((it) => {
        it.recompiledBytecode = null;
      }),
    ],
    [
      "the values of its transformations",
      "constructor-arguments",
      creation((it) => {
        delete it.transformationValues.constructorArguments;
      }),
    ],
    [
      "creation code",
      "immutables",
      (body) => {
        body.creationBytecode = null;
      },
    ],
  ]);
});
