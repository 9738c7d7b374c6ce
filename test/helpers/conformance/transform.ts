type Transformed = {
  readonly recompiledBytecode: string;
  readonly transformations: readonly { type: string; reason: string; offset: number; id?: string }[];
  readonly transformationValues: Readonly<Record<string, unknown>>;
};

/** Applies a record's transformations to its recompiled code: what comes out has to be the code on chain. */
export function applyTransformations({
  recompiledBytecode,
  transformations,
  transformationValues,
}: Transformed): string {
  let code = recompiledBytecode.slice(2);
  for (const { type, reason, offset, id } of transformations) {
    const name = { library: "libraries", immutable: "immutables" }[reason] ?? reason;
    const found = transformationValues[name];
    const value = typeof found === "object" && found !== null ? Reflect.get(found, id ?? "") : found;
    if (typeof value !== "string") throw new Error(`There is no value for ${reason} ${id ?? ""}.`);
    const bytes = value.slice(2);
    const end = offset * 2 + (type === "insert" ? 0 : bytes.length);
    code = code.slice(0, offset * 2) + bytes + code.slice(end);
  }
  return `0x${code}`;
}
