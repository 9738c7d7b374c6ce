import { decodePercent, HIDDEN, isSecretName, looksLikeKey } from "./key-like.ts";

/** Minimum length of a secret. Shorter strings occur everywhere by chance. */
const MIN_LENGTH = 4;
/** Shorter secrets are redacted only if they are separate words. */
const MIN_SUBSTRING_LENGTH = 8;
/** Minimum length of a query value that is secret whatever its name. */
const MIN_QUERY_LENGTH = 16;
/** Minimum length of a secret's remainder next to `…`. */
const MIN_REMAINDER_LENGTH = 6;
const MAX_CAUSES = 8;

/** Headers whose values are public. */
const PUBLIC_HEADERS = /^(accept|content|user-agent|origin|referer|cache-control|connection|host|te$)/i;

/**
 * A run's secrets from its URLs and headers. Redacts them in all text that leaves the run, in any form: plain,
 * percent-encoded, base64, hex, escaped for JSON or HTML, or truncated at `…`.
 */
export class Secrets {
  readonly #values = new Set<string>();
  #forms: readonly string[] = [];
  #pattern: RegExp | undefined;

  /** Adds a URL's user information, query values, and path segments that look like keys. Ignores an invalid URL. */
  addUrl(url: string): void {
    const parsed = URL.parse(url);
    if (parsed === null) return;
    const [user, password] = [decodePercent(parsed.username), decodePercent(parsed.password)];
    if (password === "" || looksLikeKey(user)) this.#add(user);
    this.#add(password);
    if (password !== "") this.#add(Buffer.from(`${user}:${password}`).toString("base64"));
    for (const segment of parsed.pathname.split("/"))
      if (looksLikeKey(decodePercent(segment))) this.#add(segment);
    for (const [name, value] of parsed.searchParams) {
      if (isSecretName(name) || looksLikeKey(value) || value.length >= MIN_QUERY_LENGTH) this.#add(value);
      if (looksLikeKey(name)) this.#add(name);
    }
  }

  /**
   * Adds the secrets in a node's URL. Unlike those in other URLs, they include every query value and short path
   * segments with a digit. Values shorter than four characters are skipped because they occur everywhere by chance. A
   * node's URL is never shown with its query.
   */
  addNodeUrl(url: string): void {
    this.addUrl(url);
    const parsed = URL.parse(url);
    for (const value of parsed?.searchParams.values() ?? []) this.#add(value);
    for (const segment of parsed?.pathname.split("/") ?? [])
      if (segment.length >= MIN_SUBSTRING_LENGTH && /[0-9]/.test(segment)) this.#add(segment);
  }

  /**
   * Adds the values of headers, and the tokens in them. A short value counts only if the header's name says that it
   * is secret, because it may be a chain ID or the name of a network.
   */
  addHeaders(headers: Readonly<Record<string, string>>): void {
    for (const [name, value] of Object.entries(headers)) {
      if (PUBLIC_HEADERS.test(name)) continue;
      this.#addHeader(name, value);
      const [scheme = "", ...credentials] = value.split(/[\s;,]+/);
      for (const token of credentials.length === 0 ? [] : [scheme, ...credentials]) {
        if (token.length >= MIN_SUBSTRING_LENGTH) this.#add(token);
        const [key = "", ...rest] = token.split("=");
        if (rest.length > 0) this.#addHeader(`${name} ${key}`, rest.join("="));
      }
      if (!/^basic$/i.test(scheme)) continue;
      const user = Buffer.from(credentials[0] ?? "", "base64").toString();
      this.#add(user.replace(/^[^:]*:/, ""));
    }
  }

  /** Replaces every secret in the text with `***`. */
  redact(text: string): string {
    const pattern = this.#compiled();
    if (pattern === undefined || text.length < MIN_LENGTH) return text;
    const clean = text.replace(pattern, HIDDEN);
    return clean.includes("…") ? this.#withoutRests(clean) : clean;
  }

  /** Returns the value with every string redacted, including nested ones. Doesn't modify the value. */
  redactAll<T>(value: T): T {
    if (this.#compiled() === undefined) return value;
    return this.#redactedValue(value) as T;
  }

  /** Redacts an error in place: its message, stack, other strings, and causes. */
  redactError(error: unknown, depth = 0): void {
    if (!(error instanceof Error) || depth > MAX_CAUSES || this.#compiled() === undefined) return;
    for (const key of Object.getOwnPropertyNames(error)) {
      const value: unknown = Reflect.get(error, key);
      if (value instanceof Error) this.redactError(value, depth + 1);
      else if (Array.isArray(value)) for (const each of value) this.redactError(each, depth + 1);
      if (typeof value === "string" || isPlain(value)) {
        const clean = this.#redactedValue(value);
        if (clean !== value) Reflect.defineProperty(error, key, { value: clean });
      }
    }
  }

  #redactedValue(value: unknown): unknown {
    if (typeof value === "string") return this.redact(value);
    if (Array.isArray(value)) {
      const clean = value.map((each) => this.#redactedValue(each));
      return clean.some((each, index) => each !== value[index]) ? clean : value;
    }
    if (!isPlain(value)) return value;
    const entries = Object.entries(value).map(([key, each]) => [key, this.#redactedValue(each)] as const);
    return entries.some(([key, each]) => each !== value[key]) ? Object.fromEntries(entries) : value;
  }

  #addHeader(name: string, value: string): void {
    if (isSecretName(name) || value.length >= MIN_SUBSTRING_LENGTH) this.#add(value);
  }

  #add(value: string): void {
    if (value.length < MIN_LENGTH || this.#values.has(value)) return;
    this.#values.add(value).add(decodePercent(value));
    this.#pattern = undefined;
  }

  #compiled(): RegExp | undefined {
    if (this.#values.size === 0 || this.#pattern !== undefined) return this.#pattern;
    const forms = new Set([...this.#values].flatMap(listForms));
    // Sorts the longest forms first, so that redacting a short form never leaves part of a longer one.
    this.#forms = [...forms].sort((one, other) => other.length - one.length);
    this.#pattern = new RegExp(this.#forms.map(toPattern).join("|"), "gi");
    return this.#pattern;
  }

  /** Redacts what is left of a secret before or after `…`. */
  #withoutRests(text: string): string {
    const parts = text.split("…");
    return parts
      .map((part, index) => {
        const head = index === 0 ? part : this.#withoutTail(part);
        return index === parts.length - 1 ? head : this.#withoutHead(head);
      })
      .join("…");
  }

  /** Redacts a secret that is cut off at the end of a string. */
  #withoutHead(text: string): string {
    const rest = text.slice(-MIN_REMAINDER_LENGTH);
    const found = findLongest(this.#having(rest), (form, length) => text.endsWith(form.slice(0, length)));
    return found === 0 ? text : text.slice(0, -found) + HIDDEN;
  }

  /** Redacts the end of a secret at the start of a string. */
  #withoutTail(text: string): string {
    const rest = text.slice(0, MIN_REMAINDER_LENGTH);
    const found = findLongest(this.#having(rest), (form, length) => text.startsWith(form.slice(-length)));
    return found === 0 ? text : HIDDEN + text.slice(found);
  }

  #having(rest: string): readonly string[] {
    return rest.length < MIN_REMAINDER_LENGTH ? [] : this.#forms.filter((form) => form.includes(rest));
  }
}

/** Returns the length of the longest part of a form that is found. */
function findLongest(forms: readonly string[], isThere: (form: string, length: number) => boolean): number {
  return Math.max(
    0,
    ...forms.map((form) => {
      for (let length = form.length - 1; length >= MIN_REMAINDER_LENGTH; length--)
        if (isThere(form, length)) return length;
      return 0;
    }),
  );
}

function listForms(secret: string): readonly string[] {
  const percent = encodeURIComponent(secret);
  const json = toJsonText(secret);
  const html = secret
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
  const form = new URLSearchParams([["", secret]]).toString().slice(1);
  // Evidence stores responses as JSON, and their bodies are JSON too.
  const plain = [secret, percent, form, json, toJsonText(json), html];
  if (secret.length < MIN_SUBSTRING_LENGTH) return plain;
  return [...plain, ...listBase64Forms(secret), Buffer.from(secret).toString("hex")];
}

function toJsonText(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

/** Returns the parts of a secret's base64 that don't depend on adjacent bytes, one for each of the three alignments. */
function listBase64Forms(secret: string): readonly string[] {
  return [0, 1, 2].flatMap((before) => {
    const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(secret)]);
    const whole = Math.floor((bytes.length * 8) / 6);
    const core = bytes.toString("base64").slice(Math.ceil((before * 8) / 6), whole);
    return core.length < MIN_SUBSTRING_LENGTH ? [] : [core, core.replaceAll("+", "-").replaceAll("/", "_")];
  });
}

function toPattern(form: string): string {
  const text = form.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
  return form.length < MIN_SUBSTRING_LENGTH ? `(?<![A-Za-z0-9])${text}(?![A-Za-z0-9])` : text;
}

function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== "object" || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
