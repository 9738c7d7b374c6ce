/** Whether a version of the compiler fits what a source's `pragma solidity` asks for. */
export function accepts(pragma: string, version: string): boolean {
  return pragma
    .split("||")
    .some((range) =>
      [...range.matchAll(/(\^|>=|<=|>|<|=|~)?\s*v?(\d+)\.(\d+)(?:\.(\d+))?/g)].every(
        ([, operator = "=", major, minor, patch]) =>
          fits(operator, numbers(version), [Number(major), Number(minor), Number(patch ?? 0)]),
      ),
    );
}

type Numbers = readonly [number, number, number];

function fits(operator: string, version: Numbers, than: Numbers): boolean {
  const order = version.map((part, index) => part - (than[index] ?? 0)).find((part) => part !== 0) ?? 0;
  switch (operator) {
    case "^":
    case "~":
      // All of them are of 0.x, where a caret keeps the second number too.
      return order >= 0 && version[0] === than[0] && version[1] === than[1];
    case ">=":
      return order >= 0;
    case ">":
      return order > 0;
    case "<=":
      return order <= 0;
    case "<":
      return order < 0;
    default:
      return order === 0;
  }
}

function numbers(version: string): Numbers {
  const [major = 0, minor = 0, patch = 0] = version.split(".").map(Number);
  return [major, minor, patch];
}
