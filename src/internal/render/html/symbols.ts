import { type Html, html } from "../markup.ts";

/** Each mark has its own shape, because color alone must not convey information. */
export type MarkKind = "proven" | "vouched" | "partial" | "refuted" | "open" | "none" | "other";

/** Has a description for mouse, keyboard and screen reader users. */
export function mark(kind: MarkKind, words: string): Html {
  return html`<svg class="i ${kind}" role="img"><title>${words}</title><use href="#i-${kind}"/></svg>`;
}

/** For use beside text that says the same. */
export function silentMark(kind: MarkKind): Html {
  return html`<svg class="i ${kind}" aria-hidden="true"><use href="#i-${kind}"/></svg>`;
}

/** `currentColor` is the tone, and elements with the class `k` are cut-outs. */
export const SYMBOLS: Html = html`<svg class="defs" width="0" height="0" aria-hidden="true"><defs>
<symbol id="i-proven" viewBox="0 0 20 20"><circle cx="10" cy="10" r="9" fill="currentColor"/><path class="k" d="M5.6 10.4l3 3 5.8-6.2"/></symbol>
<symbol id="i-vouched" viewBox="0 0 20 20"><circle cx="10" cy="10" r="8" fill="none" stroke="currentColor" stroke-width="2"/><circle cx="10" cy="10" r="3.4" fill="currentColor"/></symbol>
<symbol id="i-partial" viewBox="0 0 20 20"><circle cx="10" cy="10" r="9" fill="currentColor"/><path class="k" d="M5 8.2c1.7-1.6 3.3-1.6 5 0s3.3 1.6 5 0M5 12.6c1.7-1.6 3.3-1.6 5 0s3.3 1.6 5 0"/></symbol>
<symbol id="i-refuted" viewBox="0 0 20 20"><path d="M10 .5L19.5 10 10 19.5.5 10z" fill="currentColor"/><path class="k" d="M7 7l6 6M13 7l-6 6"/></symbol>
<symbol id="i-open" viewBox="0 0 20 20"><circle cx="10" cy="10" r="8" fill="none" stroke="currentColor" stroke-width="2" stroke-dasharray="2.6 2.43"/></symbol>
<symbol id="i-none" viewBox="0 0 20 20"><path d="M6.5 10h7" stroke="currentColor" stroke-width="1.6"/></symbol>
<symbol id="i-other" viewBox="0 0 20 20"><rect x="2" y="2" width="16" height="16" rx="2.5" fill="none" stroke="currentColor" stroke-width="2"/><path d="M6 10h7M10.4 6.8L13.6 10l-3.2 3.2" fill="none" stroke="currentColor" stroke-width="1.8"/></symbol>
<symbol id="s" viewBox="0 0 13 13"><path d="M0 0h13v13H0z"/></symbol>
<pattern id="f-grid" width="16" height="15" patternUnits="userSpaceOnUse"><path class="gap" d="M15 0h1v15h-1z"/></pattern>
<pattern id="f-immutable" width="4" height="4" patternUnits="userSpaceOnUse"><path class="ground" d="M0 0h4v4H0z"/><path class="ink" d="M1 1h1.2v1.2H1zM3 3h1.2v1.2H3z"/></pattern>
<pattern id="f-library" width="4" height="4" patternUnits="userSpaceOnUse"><path class="ground" d="M0 0h4v4H0z"/><path class="ink" d="M1 0h1.2v4H1z"/></pattern>
<pattern id="f-protection" width="5" height="5" patternUnits="userSpaceOnUse"><path class="ground" d="M0 0h5v5H0z"/><path class="line" d="M0 0l5 5M5 0L0 5"/></pattern>
<pattern id="f-metadata" width="5" height="5" patternUnits="userSpaceOnUse"><path class="ground" d="M0 0h5v5H0z"/><path class="line" d="M-1 1l2-2M0 5l5-5M4 6l2-2"/></pattern>
<pattern id="f-arguments" width="4" height="4" patternUnits="userSpaceOnUse"><path class="ground" d="M0 0h4v4H0z"/><path class="ink" d="M0 1h4v1.2H0z"/></pattern>
<pattern id="f-differs" width="6" height="6" patternUnits="userSpaceOnUse"><path class="ground" d="M0 0h6v6H0z"/><path class="line" d="M1.5 1.5l3 3M4.5 1.5l-3 3"/></pattern>
</defs></svg>`;
