import {
  AuxdataStyle,
  decode,
  type SolidityDecodedObject,
  type VyperDecodedObject,
} from "@ethereum-sourcify/bytecode-utils";

/** What the service's own decoder reads at the end of a code; undefined where it refuses. */
export function sourcifyAuxdata(code: Uint8Array): SolidityDecodedObject | undefined {
  return decoded(code, AuxdataStyle.SOLIDITY);
}

/** The same for Vyper since 0.3.10. */
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
