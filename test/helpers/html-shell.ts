import { HTML_STYLE } from "../../src/internal/render/html/page.ts";
import { HTML_SCRIPT } from "../../src/internal/render/html/script.ts";
import { SYMBOLS } from "../../src/internal/render/html/symbols.ts";

/**
 * Removes the style, script and symbols that all HTML reports share. Each is removed by its exact text, so any
 * unexpected one remains visible to the test.
 */
export function withoutShell(html: string): string {
  return html
    .replace(`<style>${HTML_STYLE}</style>`, "")
    .replace(`<script>${HTML_SCRIPT}</script>`, "")
    .replace(`${SYMBOLS}`, "")
    .replaceAll(/'sha256-[\w+/=]+'/g, "'sha256-…'");
}
