import type { CheckRule } from "../check.ts";
import { replaySide } from "../compare/replay-side.ts";

export const replayCreation: CheckRule = {
  id: "replay-creation",
  subject: "creation code can be replayed",
  witnesses: ["record", "chain", "build"],
  proves:
    "The record's transformations, applied to the service's recompiled creation code, give the record's creation code and, where it is known, the creating transaction's input, byte for byte. Each transformation has a known kind and a place that the build leaves open: a linked library, metadata, or constructor arguments after the code. Skipped where the record has no creation match.",
  run: (evidence) => replaySide("creation", evidence),
};
