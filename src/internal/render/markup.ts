/**
 * Text for XML, HTML or markdown. Much of it comes from services and third-party files, so the report writers never
 * concatenate strings: a template escapes each value that isn't already markup in its language.
 */
import { cleanLines, cleanText } from "../text/clean-text.ts";

type Language = "html" | "xml" | "markdown";

class Markup<L extends Language> {
  readonly language: L;
  readonly #text: string;

  private constructor(language: L, text: string) {
    this.language = language;
    this.#text = text;
  }

  toString(): string {
    return this.#text;
  }

  static template<L extends Language>(
    language: L,
    clean: (text: string) => string,
    neutralize: (text: string) => string,
  ) {
    const write = (value: Value<L>): string => {
      if (value instanceof Markup) return value.toString();
      if (value === undefined || value === false) return "";
      if (typeof value === "number") return String(value);
      return typeof value === "string" ? neutralize(clean(value)) : value.map(write).join("");
    };
    const template = (literals: TemplateStringsArray, ...values: readonly Value<L>[]): Markup<L> =>
      new Markup(
        language,
        literals
          .map((literal, index) => (index === 0 ? "" : write(values[index - 1] ?? "")) + literal)
          .join(""),
      );
    /** Skips empty values. The separator isn't escaped. */
    const join = (values: readonly Value<L>[], between: string): Markup<L> =>
      new Markup(
        language,
        values
          .filter((value) => value !== undefined && value !== false)
          .map(write)
          .join(between),
      );
    /** Doesn't shorten the text. A pipe in a URL would end a markdown table cell. */
    const whole = (text: string): Markup<L> => new Markup(language, escapeXml(text).replaceAll("|", "%7C"));
    /** Returns the first line with its spaces. */
    const line = (text: string): Markup<L> =>
      new Markup(language, neutralize(cleanLines(text.split("\n", 1)[0] ?? "", MAX_LINE_LENGTH)));
    /** The text must not contain pipes or backslashes; backticks are removed. */
    const code = (text: string): Markup<L> => new Markup(language, `\`${clean(text).replaceAll("`", "")}\``);
    return Object.assign(template, { join, whole, line, code });
  }
}

/** Undefined and false render as nothing, so a template can contain `condition && markup`. */
type Value<L extends Language> = string | number | Markup<L> | undefined | false | readonly Value<L>[];

/** For text or a quoted attribute, on one line. */
export const html = Markup.template("html", cleanText, escapeXml);
export type Html = Markup<"html">;

/** For a quoted attribute or text. Line breaks are kept in text. */
export const xml = Markup.template("xml", (text) => text, escapeXml);
export type Xml = Markup<"xml">;

/** For a table cell or within a line, but not for the start of a line. */
export const markdown = Markup.template("markdown", cleanText, escapeMarkdown);
export type Markdown = Markup<"markdown">;

const MAX_LINE_LENGTH = 400;

const NO_XML_CHARACTERS = /[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

/** Drops characters that XML 1.0 forbids (section 2.2, Char). Escaping `>` also covers `]]>`. */
function escapeXml(text: string): string {
  return text
    .replace(NO_XML_CHARACTERS, "")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");
}

/** GitHub looks for mentions and URLs after decoding entities, so an empty comment breaks up each of them. */
function escapeMarkdown(text: string): string {
  return text.replace(MARKDOWN_ACTIVE, (found) =>
    MARKUP.test(found) ? `&#${found.codePointAt(0)};` : `${found}<!-- -->`,
  );
}

const MARKUP = /^[&<>"'`|*_[\]\\~$]$/;

const MARKDOWN_ACTIVE = /[&<>"'`|*_[\]\\~$@#]|:(?=\/\/)|\bwww(?=\.)|\bGH-/gi;
