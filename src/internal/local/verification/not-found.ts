import type { Reply } from "../http/reply.ts";

const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** The real service answers an unknown route with a page, not with JSON. */
export function notFoundPage(method: string, path: string): Reply {
  const escaped = `${method} ${path}`.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? "");
  const lines = [
    "<!DOCTYPE html>",
    '<html lang="en">',
    "<head>",
    '<meta charset="utf-8">',
    "<title>Error</title>",
    "</head>",
    "<body>",
    `<pre>Cannot ${escaped}</pre>`,
    "</body>",
    "</html>",
    "",
  ];
  return { status: 404, html: lines.join("\n") };
}
