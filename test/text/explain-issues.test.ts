import { assert } from "chai";
import { z } from "zod";
import { explainIssues, formatPath, WHOLE_SENTENCE } from "../../src/internal/text/explain-issues.ts";

const SERVICE = { error: "false, or an object with a url" };
const PORT = { error: "a port, from 1 to 65535" };
const schema = z.strictObject({
  name: z.string(),
  ports: z.array(z.number(PORT).int(PORT).min(1, PORT).max(65_535, PORT)).optional(),
  service: z.union([z.literal(false), z.strictObject({ url: z.string() })], SERVICE).optional(),
  either: z.union([z.null(), z.strictObject({ id: z.number() })]).optional(),
  byId: z.record(z.string().regex(/^\d+$/, { error: "an id in digits" }), z.boolean()).optional(),
});

function said(value: unknown, of: z.ZodType = schema): readonly string[] {
  const { error } = of.safeParse(value);
  return explainIssues(error?.issues ?? [], {
    value,
    keys: Object.keys(schema.shape),
    isSecret: (path) => path.includes("service"),
  }).map(({ path, text }) => `${formatPath(path, "it")}: ${text}`);
}

describe("text - explain issues", () => {
  for (const [value, expected] of [
    [undefined, "it: expected an object, got nothing"],
    [{ name: 5 }, "name: expected a string, got 5"],
    [{ name: "x".repeat(200), nmae: 1 }, "nmae: unknown key, perhaps name"],
    [{ name: "x", ports: [80, 0] }, "ports.1: expected a port, from 1 to 65535, got 0"],
    [
      { name: "x", ports: [80, "x".repeat(200)] },
      `ports.1: expected a port, from 1 to 65535, got "${"x".repeat(79)}…`,
    ],
    [{ name: "x", service: true }, "service: expected false, or an object with a url, got a boolean"],
    [{ name: "x", service: {} }, "service.url: expected a string, got nothing"],
    [{ name: "x", service: { url: "u", uri: 1 } }, "service.uri: unknown key"],
    [{ name: {} }, "name: expected a string, got an empty object"],
    [{ name: [1] }, "name: expected a string, got a list"],
    [{ name: "x", either: { id: "1" } }, 'either.id: expected a number, got "1"'],
    [{ name: "x", byId: { one: true } }, "byId.one: expected an id in digits as the key"],
    [{ name: "x", byId: { 1: 1 } }, "byId.1: expected true or false, got 1"],
  ] as const)
    it(`should say ${expected.slice(0, 90)}`, () => assert.deepEqual(said(value), [expected]));

  it("should report all problems, and keep a custom sentence unchanged", () => {
    const consistent = schema.refine(() => false, { error: "names no port", params: WHOLE_SENTENCE });
    assert.deepEqual(said({ name: "x" }, consistent), ["it: names no port"]);
    assert.lengthOf(said({ name: 1, ports: 1, byId: 1 }), 3);
  });

  it("should not follow a prototype", () =>
    assert.deepEqual(said(JSON.parse('{"name":"x","__proto__":{"name":1}}')), ["__proto__: unknown key"]));
});
