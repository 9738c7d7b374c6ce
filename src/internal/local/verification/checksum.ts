import { getAddress } from "ethers";

/** The address as EIP-55 writes it; undefined when upper and lower case do not agree with it. */
export function checksum(address: string): string | undefined {
  try {
    // All upper digits carry no checksum, like all lower ones.
    const digits = address.slice(2);
    return getAddress(digits === digits.toUpperCase() ? address.toLowerCase() : address);
  } catch {
    return undefined;
  }
}
