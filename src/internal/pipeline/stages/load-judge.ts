/** Loads the rules and the verdict. Called where a service starts to work, so that loading them takes none of the run's time. */
export function loadJudge(): Promise<typeof import("./judge.ts")> {
  return import("./judge.ts");
}
