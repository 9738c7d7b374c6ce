import { assert } from "chai";
import { cleanLines, cleanText, firstLine } from "../../src/internal/text/clean-text.ts";

describe("text - clean text", () => {
  it("should remove whole escape sequences", () => {
    assert.equal(cleanText("\u001b[1;31mred\u001b[0m"), "red");
    assert.deepEqual([cleanText("\u009b2Jcleared"), cleanText("a\u001b]0;title\u0007b")], ["cleared", "ab"]);
    assert.equal(cleanText("a\u001b]8;;http://evil\u001b\\link\u001b]8;;\u001b\\b"), "alinkb");
    assert.equal(cleanText("a\u001bPdevice\u001b\\b\u001b(Bc"), "abc");
  });

  it("should leave no control characters from a broken sequence", () =>
    assert.notMatch(cleanText("\u001b[\u001b]x\u001b\u009d\u0090never ended"), /\p{Cc}/u));

  it("should return a single line", () => assert.equal(cleanText(" a\r\nb\tc\u0000d\u0085e "), "a b c d e"));

  it("should remove direction marks and invisible characters", () =>
    assert.equal(cleanText("\u202eevil\u202c \u2066x\u2069\u200b\u{e0041}"), "evil x"));

  it("should replace unusual blanks, and remove shapeless characters", () => {
    assert.equal(cleanText("a\u2028b\u3164\u2800c\u0000d"), "a b c d");
    assert.equal(cleanText("a\u00adb\u180ec\u034fd\ufffe\ud800e"), "abcde");
  });

  it("should keep the text after an unterminated escape sequence", () =>
    assert.equal(cleanText("\u001b]0;a title, and the reason"), "0;a title, and the reason"));

  it("should truncate, but not in the middle of a character", () => {
    assert.deepEqual([cleanText("abcdef", 4), cleanText("ab😀cd", 4)], ["abc…", "ab…"]);
    assert.equal(cleanText("abcd", 4), "abcd");
    assert.lengthOf(cleanText("x".repeat(10_000_000), 200), 200);
  });

  it("should keep the lines and indentation of a compiler's message", () => {
    const message = "Error:\r\n\u001b[31m --> a.sol\u001b[0m\n\t|\u0007\n";
    assert.equal(cleanLines(message), "Error:\n --> a.sol\n    |");
  });

  it("should find the first line with visible text", () =>
    assert.deepEqual([firstLine("\r\n \u0007\n<html>\u001b[2J\n<body>"), firstLine(" \n")], ["<html>", ""]));
});
