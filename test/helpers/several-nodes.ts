import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { listening } from "./listening.ts";
import { OWN_CONNECTION } from "./own-connection.ts";

/** Several real nodes behind one URL, like a load balancer. `asked` has the requested methods and who answered. */
export async function severalNodes(
  urls: readonly string[],
  choose: (method: string, index: number) => number,
) {
  const asked: { readonly method: string; readonly node: number }[] = [];
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const { method } = JSON.parse(body) as { readonly method: string };
    const node = choose(method, asked.length);
    asked.push({ method, node });
    const answer = await fetch(urls[node] ?? "", {
      method: "POST",
      headers: { "content-type": "application/json", ...OWN_CONNECTION },
      body,
    });
    response
      .writeHead(answer.status, { "content-type": "application/json" })
      .end(Buffer.from(await answer.arrayBuffer()));
  });
  return { ...(await listening(server)), asked };
}
