/**
 * Text for XML, HTML or markdown. Much of it comes from services and foreign source files, so no format builds its text
 * by hand: a template escapes each value that is not yet markup of its language.
 *
 *     html`<td>${anything}</td>`
 */
import { cleanLines, cleanText } from "../text/clean-text.ts";

type Language = "html" | "xml" | "markdown";

/** Escaped text of a language; only the templates of this file create it. */
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
    /** Joins values, without those that are nothing; the separator is not escaped. */
    const join = (values: readonly Value<L>[], between: string): Markup<L> =>
      new Markup(
        language,
        values
          .filter((value) => value !== undefined && value !== false)
          .map(write)
          .join(between),
      );
    /** Not shortened: for the quoted `href` of a link, where a pipe would end a markdown table cell, and for paths of pictures. */
    const whole = (text: string): Markup<L> => new Markup(language, escapeXml(text).replaceAll("|", "%7C"));
    /** A line of code or of a listing: its blanks stay. */
    const line = (text: string): Markup<L> =>
      new Markup(language, neutralize(cleanLines(text.split("\n", 1)[0] ?? "", LONGEST_LINE)));
    /** Between backticks, of markdown: a text without backticks, pipes and backslashes. */
    const code = (text: string): Markup<L> => new Markup(language, `\`${clean(text).replaceAll("`", "")}\``);
    return Object.assign(template, { join, whole, line, code });
  }
}

/** Undefined and false are nothing, so that a condition can stand where its markup does. */
type Value<L extends Language> = string | Markup<L> | undefined | false | readonly Value<L>[];

/** HTML; for values in text or in quoted attributes, as one line. */
export const html = Markup.template("html", cleanText, escapeXml);
export type Html = Markup<"html">;

/** XML 1.0; for values in text, which keeps its lines, or in quoted attributes. */
export const xml = Markup.template("xml", (text) => text, escapeXml);
export type Xml = Markup<"xml">;

/** GitHub's markdown; for values inside a table or a line, not at the start of one. */
export const markdown = Markup.template("markdown", cleanText, escapeMarkdown);
export type Markdown = Markup<"markdown">;

const LONGEST_LINE = 400;

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
 * Entities are never markup. GitHub finds mentions, issues and bare URLs after decoding entities, so an empty comment
 * breaks each of them.
 */
function escapeMarkdown(text: string): string {
  return text.replace(MARKDOWN_ACTIVE, (found) =>
    MARKUP.test(found) ? `&#${found.codePointAt(0)};` : `${found}<!-- -->`,
  );
}

const MARKUP = /^[&<>"'`|*_[\]\\~$]$/;

const MARKDOWN_ACTIVE = /[&<>"'`|*_[\]\\~$@#]|:(?=\/\/)|\bwww(?=\.)|\bGH-/gi;
