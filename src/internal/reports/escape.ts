/**
 * Text leaves a report for a terminal, an XML file, an HTML page or markdown. Much of it comes from a service or
 * from source files of others, so each place has its own escaping, and all of them begin with {@link printable}.
 */

/** A string sequence (OSC, DCS, …) with its end, a CSI sequence, or any other escape, of one byte or two. */
const ANSI_ESCAPES =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
  /(?:\x1b[\]PX^_]|[\x90\x98\x9d-\x9f])[^\x07\x1b\x9c]*(?:\x07|\x1b\\|\x9c)?|(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]?|\x1b[ -/]*[0-~]?/g;

/** Line ends and every other blank, the unusual ones included. */
const BLANKS = /[\s\u0085\u2800\u3164]+/gu;

/**
 * Controls (Cc), bidi overrides and other formatting characters (Cf), surrogates without a partner (Cs), what has no
 * shape at all, and what XML can't have.
 */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\ufffe\uffff]/gu;

const NO_XML_CHARACTERS = /[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

/** One line of visible text: no escapes, no controls, no bidi overrides, cut at `maxLength` characters. */
export function printable(text: string, maxLength = 500): string {
  const clean = text.replace(ANSI_ESCAPES, "").replace(BLANKS, " ").replace(UNPRINTABLE, "").trim();
  if (clean.length <= maxLength) {
    return clean;
  }
  // By code points, so that no surrogate pair is cut in two.
  const characters = [...clean];
  return characters.length <= maxLength ? clean : `${characters.slice(0, maxLength - 1).join("")}…`;
}

/** As {@link printable}, line by line, for text that has lines of its own, such as a compiler's errors. */
export function printableLines(text: string, maxLines = 30): readonly string[] {
  const lines = text
    .replace(ANSI_ESCAPES, "")
    .split(/\r\n|[\n\r\u0085\u2028\u2029]/u)
    .map((line) => printable(line))
    .filter((line) => line !== "");
  return lines.length <= maxLines
    ? lines
    : [...lines.slice(0, maxLines), `… and ${lines.length - maxLines} more lines`];
}

/** For HTML text and quoted attributes. */
export function escapeHtml(text: string): string {
  return escapeXml(printable(text));
}

/**
 * For XML text and quoted attributes: what XML 1.0 can't have (section 2.2, Char) is left out, lines stay.
 * `]]>` is covered, because `>` is escaped.
 */
export function escapeXml(text: string): string {
  return text
    .replace(NO_XML_CHARACTERS, "")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");
}

/**
 * For GitHub's markdown, inside a table or a line, not at the start of one. Entities are never markup. GitHub finds
 * mentions, issues and bare URLs after it has decoded them, so an empty comment stands where one would begin.
 */
export function escapeMarkdown(text: string): string {
  return printable(text).replace(MARKDOWN_ACTIVE, (found) =>
    MARKUP.test(found) ? `&#${found.codePointAt(0)};` : `${found}<!-- -->`,
  );
}

const MARKUP = /^[&<>"'`|*_[\]\\~$]$/;

const MARKDOWN_ACTIVE = /[&<>"'`|*_[\]\\~$@#]|:(?=\/\/)|\bwww(?=\.)|\bGH-/gi;

/** No page needs a longer one, and it is shown whole. */
const LONGEST_URL = 2000;

/** The link as it may be followed, or undefined: only http and https, and without credentials. Plain ASCII. */
export function safeUrl(url: string): string | undefined {
  if (!URL.canParse(url)) {
    return undefined;
  }
  const { protocol, username, password, href } = new URL(url);
  const isWeb = protocol === "https:" || protocol === "http:";
  return isWeb && username === "" && password === "" && href.length <= LONGEST_URL ? href : undefined;
}
