import { decodeCode, type Side } from "../../domain/code-template.ts";
import { findVyperAuxdata } from "../vyper-auxdata.ts";
import type { Places } from "./places.ts";

/**
 * The places in code of Vyper. Vyper has no libraries. Its immutables follow the runtime code; the CBOR auxdata (the
 * metadata section) of the creation code states their size. Since 0.3.10 only creation code has auxdata, a list of sizes
 * with the version (docs.vyperlang.org, "Source Code and Compiler Metadata").
 *
 * @param recompiled 0x-hex.
 * @param recompiledCreation 0x-hex; undefined where the record lacks it.
 */
export function vyperPlacesOf(
  side: Side,
  recompiled: string,
  recompiledCreation: string | undefined,
): Places {
  const code = decodeCode(recompiled) ?? new Uint8Array();
  const length = findVyperAuxdata(code)?.length ?? 0;
  return {
    libraries: [],
    immutables: [],
    auxdata: length === 0 ? [] : [{ start: code.length - length, length }],
    possibleAuxdata: [],
    immutablesAfter: side === "creation" ? 0 : immutableSize(recompiledCreation),
    isAuxdata: (value) => findVyperAuxdata(value)?.length === value.length,
  };
}

function immutableSize(creation: string | undefined): number | undefined {
  const code = creation === undefined ? undefined : decodeCode(creation);
  return code === undefined ? undefined : findVyperAuxdata(code)?.immutableSize;
}
