import * as z from "zod";
import { count, list, matching, object, oneOf, ordinal, type Shape, shape, text } from "./fields.ts";

const side = oneOf(["runtime", "creation"], "The code.");
const range = z.tuple([z.int().min(0), z.int().min(0)]).describe("Start and length, in bytes.");
const instruction = object(
  {
    offset: count("Bytes from the start of the code."),
    text: text("Name and operand: `PUSH1 0x40`."),
    note: text("A note, such as the function of a selector.").exactOptional(),
  },
  "An instruction.",
);

const codePart = shape("CodePart", "A range of bytes in the code.", {
  kind: oneOf(
    [
      "immutable",
      "library",
      "call-protection",
      "implementation",
      "metadata",
      "differs",
      "constructor",
      "runtime",
      "arguments",
    ],
    "`metadata`: CBOR auxdata. `differs`: any other bytes that differ from the build.",
  ),
  start: count("Bytes from the start of the code."),
  length: count("Bytes."),
  name: text("The key in `immutables` or `libraries`, for an immutable or a library.").exactOptional(),
  value: text(
    "An address, or the decoded metadata. The value of an immutable or a library is in `immutables` or `libraries`.",
  ).exactOptional(),
});

const codeOrigins = shape(
  "CodeOrigins",
  "The origin of the sources behind the instructions, according to the record's source map. Omitted if the record has none, or if runtime code or sources are not proven.",
  {
    project: count("Bytes compiled from the project's own sources."),
    packages: count("Bytes compiled from packages."),
    compiler: count("Bytes of instructions that the compiler added."),
    data: count("Bytes after the instructions: the code of created contracts, and other data."),
    cellBytes: ordinal("Bytes of code per letter of `cells`."),
    cells: matching(
      /^[pdcx-]{1,768}$/,
      "The origin of most bytes in each cell: `p` the project, `d` packages, `c` the compiler, `x` data, `-` one of `parts`.",
    ),
  },
);

const codeComparison = shape(
  "CodeComparison",
  "The code on chain beside the code of the chosen or nearest build, instruction by instruction. Omitted if they are the same program.",
  {
    contract: text("The build's contract, `sourceName:name`."),
    bytes: count("Length of the build's code."),
    onlyOnChain: count("Bytes of instructions that are only on chain."),
    onlyInBuild: count("Bytes of instructions that are only in the build."),
    segments: list(
      object(
        {
          kind: oneOf(["same", "differs", "metadata"], "`metadata`: CBOR auxdata."),
          onChain: range,
          inBuild: range,
        },
        "A range in the code on chain and in the build's code.",
      ),
      "The code on both sides, from start to end, in at most 64 ranges. A `same` range may have moved: jump targets may differ.",
    ),
    places: list(
      object(
        {
          before: count("The number of equal instructions omitted before it."),
          source: object(
            { file: text("The path."), line: ordinal("From 1."), text: text("The text of the line.") },
            "The line in the build's sources, if there is a source map.",
          ).exactOptional(),
          cut: count("The number of instructions omitted after it.").exactOptional(),
          rows: list(
            object(
              {
                state: oneOf(["same", "moved", "differs"], "`moved`: the same jump to a different offset."),
                onChain: instruction.exactOptional(),
                inBuild: instruction.exactOptional(),
              },
              "A pair of instructions.",
            ),
            "The instructions, in order.",
          ),
        },
        "A place where the code differs.",
      ),
      "The first differences, at most 2.",
    ),
  },
);

export const contractCode = shape(
  "ContractCode",
  "The parts of the code on chain. Omitted if no code was read.",
  {
    runtime: object(
      {
        bytes: count("Length."),
        hash: matching(/^0x[0-9a-f]{64}$/, "The code's keccak256 hash, which is the account's code hash."),
        hex: matching(
          /^0x([0-9a-f]{2}){1,256}$/,
          "The code itself, as 0x-prefixed hex. Present only if it is at most 256 bytes long.",
        ).exactOptional(),
        parts: list(codePart, "Every part that isn't instructions, in order, without overlaps."),
        origins: codeOrigins.exactOptional(),
      },
      "The code at the address.",
    ),
    creation: object(
      {
        bytes: count("Length, including the constructor arguments."),
        parts: list(codePart, "Every part of the init code, in order."),
      },
      "The executed init code, compared with a build; omitted if either is unknown.",
    ).exactOptional(),
    comparison: codeComparison.exactOptional(),
  },
);

export const difference = shape(
  "Difference",
  "One range of bytes where the code on chain differs from a build.",
  {
    side: side,
    kind: oneOf(
      ["length", "code", "metadata", "library", "immutable", "call-protection", "constructor-arguments"],
      "The kind of bytes.",
    ),
    offset: count("Bytes from the start of the code."),
    length: count("Bytes."),
    expected: text("The build's bytes, shortened."),
    actual: text("The bytes on chain, shortened."),
  },
);

export const sourceDifference = shape(
  "SourceDifference",
  "A source file that differs between the record and the build.",
  {
    path: text("The path."),
    diff: text(
      "A unified diff from the build's file to the record's file, at most 80 lines; empty if only one of them has the file.",
    ),
    note: text("In words: the only side that has the file, or the number of omitted lines.").exactOptional(),
  },
);

export const explanation = shape(
  "Explanation",
  "A cause of the difference between the code on chain and a build, and a step to try.",
  {
    kind: oneOf(
      [
        "no-code",
        "proxy",
        "truncated",
        "extended",
        "other-code",
        "compiler-version",
        "evm-version",
        "via-ir",
        "optimizer",
        "library",
        "immutables",
        "constant",
        "sources",
        "metadata",
        "metadata-settings",
        "unexplained",
        "constructor",
        "constructor-arguments",
      ],
      "The kind of cause.",
    ),
    side: side,
    text: text("One sentence, with the facts."),
    certainty: oneOf(
      ["certain", "likely"],
      "`certain`: the bytes prove it. `likely`: the size and style of the code suggest it.",
    ),
    next: text("A command to try."),
  },
);

export const candidate = shape("Candidate", "A contract whose code is similar to the code on chain.", {
  fullyQualifiedName: text("`sourceName:name`."),
  buildId: text("The build file's id."),
  summary: text("The differences, in one line."),
  differences: list(difference, "The differences, in order."),
  explanations: list(explanation, "The explanations, the most useful first."),
});

export type ContractCode = Shape<typeof contractCode>;
export type Difference = Shape<typeof difference>;
export type SourceDifference = Shape<typeof sourceDifference>;
export type Explanation = Shape<typeof explanation>;
export type Candidate = Shape<typeof candidate>;
export type CodePart = Shape<typeof codePart>;
export type CodeOrigins = Shape<typeof codeOrigins>;
export type CodeComparison = Shape<typeof codeComparison>;
