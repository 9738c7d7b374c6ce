import { globSync, readFileSync } from "node:fs";

/**
 * Returns real Solidity from OpenZeppelin with at least `length` characters, in pieces of about `pieceLength` that end
 * with a line. It repeats after a megabyte, which is beyond gzip's window, so it compresses like other Solidity.
 */
export function solidityText(length: number, pieceLength: number): readonly string[] {
  const lines = globSync("node_modules/@openzeppelin/contracts/**/*.sol")
    .sort()
    .flatMap((file) => readFileSync(file, "utf8").split(/(?<=\n)/));
  const pieces: string[] = [];
  let piece = "";
  for (let at = 0, left = length; left > 0; at = (at + 1) % lines.length) {
    const line = lines[at] ?? "";
    piece += line;
    left -= line.length;
    if (piece.length < pieceLength && left > 0) continue;
    pieces.push(piece);
    piece = "";
  }
  return pieces;
}
