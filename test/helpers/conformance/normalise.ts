const PLACEHOLDERS: Readonly<Record<string, string>> = {
  verificationId: "<id>",
  errorId: "<id>",
  matchId: "<match>",
  verifiedAt: "<time>",
  jobStartTime: "<time>",
  jobFinishTime: "<time>",
  compilationTime: "<duration>",
};

/** The same data without what legitimately differs between two runs: ids, times, the order of keys. */
export function normalise(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(normalise);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([key, inner]): [string, unknown] => {
    const placeholder = typeof inner === "string" ? PLACEHOLDERS[key] : undefined;
    return [key, placeholder ?? normalise(inner)];
  });
  return Object.fromEntries(entries.sort(([one], [other]) => (one < other ? -1 : 1)));
}
