/** The options that decide what is shown. */
interface ShownOptions {
  readonly json: boolean;
  readonly report?: string | undefined;
  readonly quiet?: boolean;
}

/** Whether somebody sees more of a run than its verdicts: the rest need not be asked for. */
export function seesFacts({ json, report, quiet = false }: ShownOptions): boolean {
  return json || report !== undefined || process.env.GITHUB_ACTIONS === "true" || !quiet;
}
