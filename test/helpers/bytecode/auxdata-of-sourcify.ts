import {
  AuxdataStyle,
  decode,
  type SolidityDecodedObject,
  type VyperDecodedObject,
} from "@ethereum-sourcify/bytecode-utils";

/** Decodes the auxdata at the end of the code with Sourcify's own decoder; undefined if it refuses. */
export function sourcifyAuxdata(code: Uint8Array): SolidityDecodedObject | undefined {
  return decoded(code, AuxdataStyle.SOLIDITY);
}

/** Decodes the auxdata of Vyper 0.3.10 and later. */
export function sourcifyVyperAuxdata(code: Uint8Array): VyperDecodedObject | undefined {
  return decoded(code, AuxdataStyle.VYPER);
}

function decoded<T extends AuxdataStyle>(
  code: Uint8Array,
  style: T,
): ReturnType<typeof decode<T>> | undefined {
  try {
    return decode(`0x${Buffer.from(code).toString("hex")}`, style);
  } catch {
    return undefined;
  }
}
