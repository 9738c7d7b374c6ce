import type { CheckRule } from "../check.ts";
import { replaySide } from "../compare/replay-side.ts";

export const replayRuntime: CheckRule = {
  id: "replay-runtime",
  subject: "runtime code can be replayed",
  witnesses: ["record", "chain", "build"],
  proves:
    "The record's transformations, applied to the service's recompiled runtime code, give the code from eth_getCode, byte for byte. Each transformation has a known kind and a place that the build leaves open: a linked library, an immutable, metadata, or a library's call protection with the contract's own address. So no transformation hides other code. Without a compiled build, the recompiled code shows the open places. Skipped where the record has no runtime match.",
  run: (evidence) => replaySide("runtime", evidence),
};
