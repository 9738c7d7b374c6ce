/** Removes variables from the environment before each test of a block, and restores them after it. */
export function withoutVariables(...names: readonly string[]): void {
  const before = names.map((name) => [name, process.env[name]] as const);
  beforeEach(() => {
    for (const name of names) delete process.env[name];
  });
  afterEach(() => {
    for (const [name, value] of before) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  });
}
