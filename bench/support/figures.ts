/** The middle value, or the mean of the two middle values if their number is even. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.slice(Math.ceil(sorted.length / 2) - 1, Math.floor(sorted.length / 2) + 1);
  return middle.reduce((sum, value) => sum + value, 0) / middle.length;
}

export function rounded(value: number, digits = 2): number {
  return Number(value.toFixed(digits));
}

/** Formats rows as aligned columns: the first left-aligned, the others, which are figures, right-aligned. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) => row.map((cell, column) => aligned(cell, column, widths)).join("   ")).join("\n");
}

function aligned(cell: string, column: number, widths: readonly number[]): string {
  const width = widths[column] ?? 0;
  return column === 0 ? cell.padEnd(width) : cell.padStart(width);
}

export function kib(bytes: number): string {
  const value = bytes / 1024;
  return value.toFixed(value < 100 ? 1 : 0);
}

export function milliseconds(value: number): string {
  return value.toFixed(value < 100 ? 1 : 0);
}
