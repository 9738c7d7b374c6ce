/**
 * Text for XML, HTML or markdown. Much of it comes from services and third-party source files, so the report writers
 * never concatenate strings. Instead, a template escapes each value that isn't already markup in the template's
 * language.
 *
 * html`<td>${anything}</td>`
 */
import { cleanLines, cleanText } from "../text/clean-text.ts";

type Language = "html" | "xml" | "markdown";

/** Text escaped for one language. Only the templates in this file create it. */
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
      return typeof value === "string" ? neutralize(clean(value)) : value.map(write).join("");
    };
    const template = (literals: TemplateStringsArray, ...values: readonly Value<L>[]): Markup<L> =>
      new Markup(
        language,
        literals
          .map((literal, index) => (index === 0 ? "" : write(values[index - 1] ?? "")) + literal)
          .join(""),
      );
    /** Joins values, skipping empty ones. The separator isn't escaped. */
    const join = (values: readonly Value<L>[], between: string): Markup<L> =>
      new Markup(
        language,
        values
          .filter((value) => value !== undefined && value !== false)
          .map(write)
          .join(between),
      );
    /**
     * Escapes text without shortening it, for SVG paths and quoted `href` attributes. Pipes are encoded, because a pipe
     * in a URL would end a markdown table cell.
     */
    const whole = (text: string): Markup<L> => new Markup(language, escapeXml(text).replaceAll("|", "%7C"));
    /** Escapes a line of code or of a listing, keeping its spaces. */
    const line = (text: string): Markup<L> =>
      new Markup(language, neutralize(cleanLines(text.split("\n", 1)[0] ?? "", MAX_LINE_LENGTH)));
    /** Wraps text in markdown backticks. The text must not contain pipes or backslashes; backticks are removed. */
    const code = (text: string): Markup<L> => new Markup(language, `\`${clean(text).replaceAll("`", "")}\``);
    return Object.assign(template, { join, whole, line, code });
  }
}

/** Undefined and false render as nothing, so a template can contain `condition && markup`. */
type Value<L extends Language> = string | Markup<L> | undefined | false | readonly Value<L>[];

/** Escapes a value for HTML, in text or in a quoted attribute, on one line. */
export const html = Markup.template("html", cleanText, escapeXml);
export type Html = Markup<"html">;

/** Escapes a value for XML 1.0, in a quoted attribute or in text. Line breaks are kept in text. */
export const xml = Markup.template("xml", (text) => text, escapeXml);
export type Xml = Markup<"xml">;

/**
 * Escapes a value for GitHub markdown. The result is safe in a table cell or within a line, but not at the start of a
 * line.
 */
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

/**
 * Escapes text as entities, which are never interpreted as markup. GitHub looks for mentions, issue references and bare
 * URLs after decoding entities, so an empty comment breaks up each of them.
 */
function escapeMarkdown(text: string): string {
  return text.replace(MARKDOWN_ACTIVE, (found) =>
    MARKUP.test(found) ? `&#${found.codePointAt(0)};` : `${found}<!-- -->`,
  );
}

const MARKUP = /^[&<>"'`|*_[\]\\~$]$/;

const MARKDOWN_ACTIVE = /[&<>"'`|*_[\]\\~$@#]|:(?=\/\/)|\bwww(?=\.)|\bGH-/gi;
