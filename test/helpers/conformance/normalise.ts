const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const TIME = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d+)?Z?$/;
const FORMS: Readonly<Record<string, RegExp>> = {
  verificationId: ID,
  errorId: ID,
  matchId: /^\d+$/,
  verifiedAt: TIME,
  jobStartTime: TIME,
  jobFinishTime: TIME,
  compilationTime: /^\d+$/,
};

/** Replaces whatever may legitimately differ between two runs, such as ids and times, and sorts keys. */
export function normalise(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(normalise);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([key, inner]): [string, unknown] => {
    const form = FORMS[key];
    return [key, typeof inner === "string" && form?.test(inner) ? `<${key}>` : normalise(inner)];
  });
  return Object.fromEntries(entries.sort(([one], [other]) => (one < other ? -1 : 1)));
}
