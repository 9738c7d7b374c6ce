import { createHash } from "node:crypto";
import { type Html, html } from "../markup.ts";
import { HTML_STYLE } from "./style.ts";

/**
 * The head of a page that asks no server for anything: by their hashes, its own style applies, and its script if it has
 * one.
 */
export function documentHead(title: string, script?: Html): Html {
  const scripts = script === undefined ? html`` : html`; script-src '${hashOf(script)}'`;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src '${hashOf(HTML_STYLE)}'${scripts}; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<style>${HTML_STYLE}</style>
</head>`;
}

function hashOf(text: Html): string {
  return `sha256-${createHash("sha256").update(text.toString()).digest("base64")}`;
}
