/** One line of a fact; `lead` is a short word before it that makes a column of its own. */
export interface FactLine {
  readonly lead?: string;
  readonly text: string;
  /** Never wrapped, because users copy it. */
  readonly whole?: true;
}

/** A label of at most ten letters, and its lines. Nothing is escaped yet. */
export interface FactLines {
  readonly label: string;
  readonly lines: readonly FactLine[];
}
