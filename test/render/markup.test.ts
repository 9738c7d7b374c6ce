import { assert } from "chai";
import { html, markdown, xml } from "../../src/internal/render/markup.ts";

describe("reports - markup", () => {
  it("should escape nothing twice", () => {
    assert.equal(`${html`<p>${html`<b>${"a & b"}</b>`}</p>`}`, "<p><b>a &amp; b</b></p>");
    assert.equal(`${html`<p>${["<", html`<br>`, ">"]}</p>`}`, "<p>&lt;<br>&gt;</p>");
    assert.equal(`${html.join(["<", html`<br>`], "\n")}`, "&lt;\n<br>");
  });

  it("should keep line breaks in XML text, and omit characters that XML forbids", () =>
    assert.equal(`${xml`<a>${"one\ntwo\u0000\uffff ]]>"}</a>`}`, "<a>one\ntwo ]]&gt;</a>"));

  it("should not truncate a URL, and escape pipes in it", () => {
    const long = `https://example.org/${"a".repeat(1500)}?a|b&c`;
    assert.equal(
      `${markdown`<a href="${markdown.whole(long)}">x</a>`}`,
      `<a href="${long.replace("|", "%7C").replace("&", "&amp;")}">x</a>`,
    );
  });
});
