const UUID = /\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g;
const TIME = /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g;
/** The tool, durations, and the services' running numbers. */
const OF_THE_RUN = new Set(["tool", "timings", "contractId", "matchId"]);

/**
 * Removes what differs between hosts and runs: the tool, paths, the network's name, ids, times and ports.
 * @param folder Absolute path of the project.
 */
export function comparable(report: object, folder: string): unknown {
  const text = JSON.stringify(report, (key, value) => {
    if (OF_THE_RUN.has(key)) return undefined;
    return key === "network" && value !== null ? { ...value, name: "" } : value;
  });
  return JSON.parse(
    text
      .replaceAll(JSON.stringify(folder).slice(1, -1), "/project")
      .replace(/http:\/\/127\.0\.0\.1:\d+/g, "http://127.0.0.1")
      .replace(UUID, "id")
      .replace(TIME, "time"),
  );
}

/** One line per difference: the path and both values. */
export function differences(one: unknown, other: unknown, path = ""): readonly string[] {
  if (!isObject(one) || !isObject(other))
    return one === other ? [] : [`${path}: ${JSON.stringify(one)} | ${JSON.stringify(other)}`];
  const keys = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...keys].flatMap((key) => differences(one[key], other[key], `${path}/${key}`));
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
