import type { OutcomeKind } from "../../report/outcome.ts";

export interface Statement {
  readonly kind: OutcomeKind;
  readonly tone: "ok" | "warn" | "bad";
  /** Understandable without colors: `✔` good, `✖` wrong, `–` less than the best, `?` unknown. */
  readonly symbol: "✔" | "✖" | "–" | "?";
  readonly text: string;
}

const LOOKS = {
  good: { tone: "ok", symbol: "✔" },
  weak: { tone: "warn", symbol: "–" },
  unknown: { tone: "warn", symbol: "?" },
  wrong: { tone: "bad", symbol: "✖" },
} as const satisfies Record<OutcomeKind, object>;

export function statement(kind: OutcomeKind, text: string): Statement {
  return { kind, ...LOOKS[kind], text: text.trim() };
}
