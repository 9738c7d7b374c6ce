import { HTML_STYLE } from "../../src/internal/render/html/page.ts";
import { SYMBOLS } from "../../src/internal/render/html/parts.ts";
import { HTML_SCRIPT } from "../../src/internal/render/html/script.ts";

/** Removes the parts that all HTML reports share by their exact text, so anything unexpected stays visible. */
export function withoutShell(html: string): string {
  return html
    .replace(`<style>${HTML_STYLE}</style>`, "")
    .replace(`<script>${HTML_SCRIPT}</script>`, "")
    .replace(`${SYMBOLS}`, "")
    .replaceAll(/'sha256-[\w+/=]+'/g, "'sha256-…'");
}
