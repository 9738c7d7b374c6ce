import type { CheckRule } from "../check.ts";
import { replaySide } from "../compare/replay-side.ts";

export const replayRuntime: CheckRule = {
  id: "replay-runtime",
  subject: "runtime code can be replayed",
  witnesses: ["record", "chain", "build"],
  proves:
    "The record's transformations, applied to the runtime code that the service compiled, give the code that eth_getCode gives, byte for byte. Each is of a known kind and stands where the build says that something is filled in: a linked library, an immutable, metadata, or a library's call protection with the contract's own address. So none of them hides other code. Without a compiled build the places are read out of the recompiled code. Skipped where the record has no runtime match.",
  run: (evidence) => replaySide("runtime", evidence),
};
