import { globSync, readFileSync } from "node:fs";

/**
 * Real Solidity, OpenZeppelin's, of at least so many characters, in pieces of about `pieceLength` that end with a line.
 * Where it doesn't last it starts again: a megabyte later, which is further than gzip looks back, so that the text
 * compresses as well as any other Solidity, and no better.
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
