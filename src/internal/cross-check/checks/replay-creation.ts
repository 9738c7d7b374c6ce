import type { CheckRule } from "../check.ts";
import { replaySide } from "../compare/replay-side.ts";

export const replayCreation: CheckRule = {
  id: "replay-creation",
  subject: "creation code can be replayed",
  witnesses: ["record", "chain", "build"],
  proves:
    "The record's transformations, applied to the creation code that the service compiled, give the creation code that the record vouches for and, where it is known, the creating transaction's input, byte for byte. Each is of a known kind and stands where the build says that something is filled in: a linked library, metadata, or constructor arguments behind the code. Skipped where the record has no creation match.",
  run: (evidence) => replaySide("creation", evidence),
};
