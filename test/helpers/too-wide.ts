import stringWidth from "string-width";

/** Text that users copy: a path, an address, a hash, a URL. */
const TO_COPY = /[\w./:@#~+%=&?$()",-]{20,}/g;
/** The largest indent of such text: beside a label and a byte count. */
const DEEPEST = 26;

/** The lines that exceed the width without a reason. Commands, links and text to copy may be longer. */
export function tooWide(screen: string, columns: number): readonly string[] {
  return screen.split("\n").filter((line) => {
    if (stringWidth(line) <= columns || /Try:|Docs:|Evidence:|https?:\/\//.test(line)) return false;
    const widest = Math.max(0, ...(line.match(TO_COPY) ?? []).map((word) => word.length));
    return stringWidth(line) - widest > DEEPEST;
  });
}
