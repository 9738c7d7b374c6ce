import { html } from "../../render/markup.ts";
import type { Reply } from "../http/reply.ts";

/** The real service answers an unknown route with a page, not with JSON. */
export function notFoundPage(method: string, path: string): Reply {
  const page = html`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Error</title>
</head>
<body>
<pre>Cannot ${`${method} ${path}`}</pre>
</body>
</html>
`;
  return { status: 404, html: page.toString() };
}
