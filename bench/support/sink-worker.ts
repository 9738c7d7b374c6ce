// Does the minimum that a verification service must do before it can answer: reads the body, decompresses it, and
// parses it.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { parentPort } from "node:worker_threads";
import { createGunzip } from "node:zlib";

const server = createServer((request, response) => {
  const isGzip = request.headers["content-encoding"] === "gzip";
  text(isGzip ? request.pipe(createGunzip()) : request).then(
    (body) => {
      if (body !== "") JSON.parse(body);
      response.setHeader("content-type", "application/json").end("{}");
    },
    () => response.destroy(),
  );
});
server.listen(0, "127.0.0.1", () => parentPort?.postMessage((server.address() as AddressInfo).port));
