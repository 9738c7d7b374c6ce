import { HTML_STYLE } from "../../src/internal/render/html/page.ts";
import { HTML_SCRIPT } from "../../src/internal/render/html/script.ts";
import { SYMBOLS } from "../../src/internal/render/html/symbols.ts";

/**
 * An HTML report without what is the same in all of them: our own style, script and symbols, each taken out by its whole
 * text, so that anything else of its kind stays and is found.
 */
export function withoutShell(html: string): string {
  return html
    .replace(`<style>${HTML_STYLE}</style>`, "")
    .replace(`<script>${HTML_SCRIPT}</script>`, "")
    .replace(`${SYMBOLS}`, "")
    .replaceAll(/'sha256-[\w+/=]+'/g, "'sha256-…'");
}
