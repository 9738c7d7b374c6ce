import { RecordingProxy } from "./recording-proxy.ts";

/** Several real nodes behind one URL, like a load balancer. `asked` has the requested methods and who answered. */
export async function severalNodes(
  urls: readonly string[],
  choose: (method: string, index: number) => number,
) {
  const asked: { readonly method: string; readonly node: number }[] = [];
  const proxy = await RecordingProxy.before("");
  proxy.answer = (request) => {
    const { method } = JSON.parse(request.body) as { readonly method: string };
    const node = choose(method, asked.length);
    asked.push({ method, node });
    proxy.service = urls[node] ?? "";
    return proxy.forward(request);
  };
  return { url: proxy.url, asked, [Symbol.asyncDispose]: () => proxy.close() };
}
