import { once } from "node:events";
import { mkdir, symlink, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { createServer as createSecureServer } from "node:https";
import { type AddressInfo, connect, type Server } from "node:net";
import { join } from "node:path";
import { generate } from "selfsigned";

const HOST = "binaries.soliditylang.org";

/**
 * Imitates the web host of forge's compiler list, with its own certificate behind a local proxy. The compiler is where svm
 * would install it.
 * @param compiler Executable that behaves like solc.
 */
export async function serveCompilerList(folder: string, longVersion: string, compiler: string) {
  const [version = ""] = longVersion.split("+");
  const installed = join(folder, "svm", version);
  await mkdir(installed, { recursive: true });
  await symlink(compiler, join(installed, `solc-${version}`));

  const { private: key, cert } = await generate([{ name: "commonName", value: HOST }], {
    keyType: "ec",
    algorithm: "sha256",
    extensions: [{ name: "subjectAltName", altNames: [{ type: 2, value: HOST }] }],
  });
  const certificate = join(folder, "certificate.pem");
  await writeFile(certificate, cert);
  const asked: string[] = [];
  const list = createSecureServer({ key, cert }, ({ url = "" }, response) => {
    asked.push(url);
    response.end(`soljson-v${longVersion}.js\n`);
  });
  const listUrl = await listening(list);
  const proxy = createServer().on("connect", (_request, client) => {
    const server = connect(Number(listUrl.port), "127.0.0.1", () => {
      client.write("HTTP/1.1 200 OK\r\n\r\n");
      server.pipe(client);
      client.pipe(server);
    });
    server.on("error", () => client.destroy());
    client.on("error", () => server.destroy());
  });
  const proxyUrl = await listening(proxy);
  return {
    asked,
    env: {
      XDG_DATA_HOME: folder,
      // forge prefers an svm folder in the home folder.
      HOME: folder,
      SSL_CERT_FILE: certificate,
      HTTPS_PROXY: proxyUrl.origin,
      NO_PROXY: "127.0.0.1",
    },
    [Symbol.asyncDispose]: async () => {
      for (const server of [proxy, list]) {
        server.closeAllConnections();
        server.close();
        await once(server, "close");
      }
    },
  };
}

async function listening(server: Server): Promise<URL> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
}
