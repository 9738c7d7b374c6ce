import stringWidth from "string-width";

/** What is there to be copied: a path, an address, a hash, a URL. */
const TO_COPY = /[\w./:@#~+%=&?$()",-]{20,}/g;
/** The deepest place where a screen puts such a word: beside a label and a number of bytes. */
const DEEPEST = 26;

/**
 * The lines of a screen that are wider than it for no reason: a command and a link are never wrapped, and what is there to
 * be copied stays whole.
 */
export function tooWide(screen: string, columns: number): readonly string[] {
  return screen.split("\n").filter((line) => {
    if (stringWidth(line) <= columns || /Try:|Docs:|Evidence:|https?:\/\//.test(line)) return false;
    const widest = Math.max(0, ...(line.match(TO_COPY) ?? []).map((word) => word.length));
    return stringWidth(line) - widest > DEEPEST;
  });
}
