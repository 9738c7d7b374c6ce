/** One piece of markup: a comment, a declaration, or a tag with quoted attributes. */
const PIECE = /<(?:[?!][^>]*|(\/?)([A-Za-z][\w-]*)((?:\s+[\w-]+(?:="[^"<]*")?)*)\s*(\/?))>/y;

const VOID_ELEMENTS: ReadonlySet<string> = new Set(["meta", "br"]);

/** The names of all elements in document order; throws unless all tags are closed. Only reads our writers' markup. */
export function elementsOf(markup: string): readonly string[] {
  const names: string[] = [];
  const open: string[] = [];
  let at = markup.indexOf("<");
  while (at !== -1) {
    PIECE.lastIndex = at;
    const piece = PIECE.exec(markup);
    if (piece === null) {
      throw new Error(`not well-formed: ${markup.slice(at, at + 60)}`);
    }
    const [text, closing, name, , selfClosing] = piece;
    if (name !== undefined && closing === "/") {
      const last = open.pop();
      if (last !== name) {
        throw new Error(`</${name}> closes <${last}>`);
      }
    } else if (name !== undefined) {
      names.push(name);
      if (selfClosing !== "/" && !VOID_ELEMENTS.has(name)) {
        open.push(name);
      }
    }
    at = markup.indexOf("<", at + text.length);
  }
  if (open.length > 0) {
    throw new Error(`never closed: ${open.join(", ")}`);
  }
  return names;
}
