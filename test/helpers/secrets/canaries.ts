export interface Canaries {
  readonly user: string;
  readonly password: string;
  readonly segment: string;
  readonly query: string;
  readonly header: string;
  readonly cookie: string;
}

export function canariesOf(service: string): Canaries {
  const of = (place: string, digits: string): string => `${service}${place}7k${digits}Canary`;
  return {
    user: of("Us", "3v9x1q5z"),
    password: of("Pw", "8b2n6m4c"),
    segment: of("Sg", "5t7r2w9e"),
    query: of("Qu", "1y6u3i8o"),
    header: of("Hd", "9p4a7s2d"),
    cookie: of("Ck", "6f1g5h3j"),
  };
}

export function urlWith({ user, password, segment, query }: Canaries, origin: string): string {
  return `http://${user}:${password}@${origin}/rpc/${segment}?apikey=${query}`;
}

export function headersWith({ header, cookie }: Canaries): Readonly<Record<string, string>> {
  return { "x-team": header, cookie: `sid=${cookie}; theme=dark` };
}

/** The shortest part of a canary that would help to guess it. */
const PART = 9;

/** Finds canaries in a text: whole or in part, also in base64, in hex, and across line breaks. */
export function foundIn(text: string, canaries: readonly Canaries[]): readonly string[] {
  // Screens wrap and colour lines, and tables have borders.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: matches colour codes
  const joined = text.replace(/\u001b\[[0-9;]*m/g, "").replace(/[\s│|]+/g, "");
  const texts = [text, joined, decoded(joined)].map((each) => each.toLowerCase());
  return canaries
    .flatMap((each) => Object.values(each))
    .filter((canary) =>
      formsOf(canary).some((form) => texts.some((each) => each.includes(form.toLowerCase()))),
    );
}

function formsOf(canary: string): readonly string[] {
  const parts = [...canary.slice(0, -PART + 1)].map((_, index) => canary.slice(index, index + PART));
  // Parts common to all canaries of a service prove nothing.
  const own = parts.filter((part) => /7k/.test(part) || /\d.*\d.*\d/.test(part));
  const encoded = [0, 1, 2].map((before) => {
    const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(canary)]);
    return bytes.toString("base64").slice(4, Math.floor((bytes.length * 8) / 6));
  });
  return [...own, ...encoded, Buffer.from(canary).toString("hex")];
}

function decoded(text: string): string {
  return text.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}
