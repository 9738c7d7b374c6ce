/** What a service, a file name or a compiler may say. */
export const HOSTILE: Readonly<Record<string, string>> = {
  "a colour": "\u001b[32m✔ Verified\u001b[0m",
  "a cleared screen": "x\u001b[2J\u001b[H\u009b2Jx",
  "a terminal title": "x\u001b]0;title\u0007x\u001bPdcs\u001b\\x",
  "a line of its own": "x\r\n✔ Verified: exact match\u2028y\u0085z\u000b\u000c",
  "control characters": "\u0000\b\b\b\u007f\u0090x\ufffe\uffff\ud800",
  "bidi overrides": "\u202eabc\u2066def\u2069\u200b\u{e0041}",
  "the end of CDATA": "]]><![CDATA[ x --> <!-- ",
  "a script": "<script>alert(1)</script><img src=x onerror=alert(1)>",
  "a quoted attribute": `" onmouseover="alert(1)" ' x='`,
  entities: "&lt;script&gt; &#60;b&#62; &amp;",
  "a markdown table": "a | b |\n| --- | --- |\n# title",
  "markdown markup":
    "`code` **bold** _x_ ~~y~~ [link](https://evil.example) ![i](https://evil.example/i.png) \\",
  "a mention": "@octocat #1 octo/repo#2 GH-3 https://evil.example www.evil.example me@evil.example",
  "a script's address": "javascript:alert(1)",
  "a workflow command": "::error file=a.sol,line=1::All is lost",
  "a workflow command in a line of its own": "x\n  ::add-mask::a\r::stop-commands::b\u2028::debug::c",
  "a workflow command where lines are broken": `${"word ".repeat(40)}::error::${"::warning::x ".repeat(40)}`,
  "a workflow command anywhere in a line": "x ##[error]y ##[group]z ##vso[task.complete]x ###[command]",
  "a very long text": "x".repeat(20_000),
};

/** Everything but visible characters, blanks and line ends. */
export const INVISIBLE = /[^\P{C}\n]|[\u2028\u2029]/u;

/** As GitHub's runner reads a line (ActionCommand.cs): `::` after blanks, `##[` anywhere; Azure's takes `##vso[`. */
export const COMMAND = /^[^\S\n]*::|##\w*\[/m;

/** The value with every text replaced that may be foreign, including the keys of maps by contract. */
export function poisoned<T>(value: T, replace: () => string, own: ReadonlySet<string>): T {
  const changed = (each: unknown): unknown => {
    if (typeof each === "string") return replace();
    if (Array.isArray(each)) return each.map(changed);
    if (typeof each !== "object" || each === null) return each;
    return Object.fromEntries(
      Object.entries(each).map(([key, item]) => [
        key.includes(":") ? replace() : key,
        own.has(key) || item === "match" || item === "exact_match" ? item : changed(item),
      ]),
    );
  };
  return changed(value) as T;
}
