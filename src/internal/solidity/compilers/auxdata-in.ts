/**
 * The CBOR auxdata (metadata sections), hex without 0x, of a contract and of all contracts that it creates. solc states
 * them in `evm.legacyAssembly`: `.auxdata` of each assembly, and the assemblies inside it under `.data`. A compiler that
 * has none for its pipeline, as 0.7 with viaIR, writes null.
 */
export function auxdataIn(legacyAssembly: unknown): readonly string[] {
  if (typeof legacyAssembly !== "object" || legacyAssembly === null) return [];
  const own: unknown = Reflect.get(legacyAssembly, ".auxdata");
  const data: unknown = Reflect.get(legacyAssembly, ".data");
  const inside = typeof data === "object" && data !== null ? Object.values(data) : [];
  return [...(typeof own === "string" ? [own.toLowerCase()] : []), ...inside.flatMap(auxdataIn)];
}
