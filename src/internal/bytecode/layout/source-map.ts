/**
 * The source file of each instruction by its number, -1 for none (docs.soliditylang.org, "Source Mappings": entries are
 * `start:length:file:jump:modifier`, where an empty field is that of the entry before).
 *
 * @returns undefined for text that is no source map.
 */
export function sourceFiles(sourceMap: string): readonly number[] | undefined {
  if (!/^[\d:;io-]+$/.test(sourceMap)) return undefined;
  let file = -1;
  return sourceMap.split(";").map((entry) => {
    const field = entry.split(":")[2];
    if (field !== undefined && field !== "") file = Number(field);
    return file;
  });
}
