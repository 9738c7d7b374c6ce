import { assert } from "chai";
import { shortenPair } from "../../src/internal/text/shorten-pair.ts";

describe("text - shortening two texts that differ", () => {
  it("leaves short texts unchanged", () => {
    assert.deepEqual(shortenPair("0x01", "0x02", 10), ["0x01", "0x02"]);
    assert.deepEqual(shortenPair("a", "a", 10), ["a", "a"]);
  });

  it("keeps the start if the texts differ there", () => {
    const rest = "x".repeat(50);
    assert.deepEqual(shortenPair(`a${rest}`, `b${rest}`, 10), ["axxxxxxxxx…", "bxxxxxxxxx…"]);
  });

  for (const at of [0, 5, 30, 199, 400, 999])
    it(`never makes them equal, if the first difference is at ${at}`, () => {
      const text = "0".repeat(1000);
      const other = `${text.slice(0, at)}1${text.slice(at + 1)}`;
      for (const most of [20, 66, 200]) {
        const [one, two] = shortenPair(text, other, most);
        assert.notEqual(one, two);
        assert.isAtMost(one.length, most + 2);
      }
    });

  it("never makes them equal, if one is the start of the other", () =>
    assert.notEqual(...shortenPair("0".repeat(300), "0".repeat(400), 50)));
});
