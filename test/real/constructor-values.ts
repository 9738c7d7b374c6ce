import { AbiCoder, Interface, type InterfaceAbi, type ParamType } from "ethers";

/** Values that a constructor may accept: what it gets for each type. */
interface Taste {
  readonly address: string;
  readonly number: bigint;
  readonly bytes: string;
  readonly text: string;
  readonly elements: number;
}

/**
 * Encoded constructor arguments to try, the likeliest first; "0x" where there are none.
 *
 * @param account An address without code.
 * @param contract One with code.
 */
export function constructorValues(abi: InterfaceAbi, account: string, contract: string): readonly string[] {
  const { inputs } = new Interface(abi).deploy;
  if (inputs.length === 0) return ["0x"];
  const tastes: readonly Taste[] = [
    { address: account, number: 1n, bytes: "0x", text: "Real", elements: 0 },
    { address: contract, number: 1n, bytes: "0x", text: "Real", elements: 1 },
    { address: contract, number: 18n, bytes: "0x12345678", text: "Real", elements: 0 },
    { address: `0x${"0".repeat(40)}`, number: 0n, bytes: "0x", text: "", elements: 0 },
  ];
  const encoded = tastes.map((taste) =>
    AbiCoder.defaultAbiCoder().encode(
      inputs,
      inputs.map((type) => valueFor(type, taste)),
    ),
  );
  return [...new Set(encoded)];
}

function valueFor(type: ParamType, taste: Taste): unknown {
  if (type.arrayChildren !== null) {
    const length = type.arrayLength === -1 ? taste.elements : (type.arrayLength ?? 0);
    const child = type.arrayChildren;
    return Array.from({ length }, () => valueFor(child, taste));
  }
  if (type.components !== null) return type.components.map((each) => valueFor(each, taste));
  if (type.type === "address") return taste.address;
  if (type.type === "bool") return taste.number > 0n;
  if (type.type === "string") return taste.text;
  if (type.type === "bytes") return taste.bytes;
  if (type.type.startsWith("bytes")) return `0x${"11".repeat(Number(type.type.slice(5)))}`;
  return taste.number;
}
