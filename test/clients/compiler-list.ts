import { mkdir, symlink, writeFile } from "node:fs/promises";
import { createServer as createSecureServer } from "node:https";
import { join } from "node:path";
import { generate } from "selfsigned";
import { listening } from "../helpers/listening.ts";
import { startProxy } from "../helpers/services/proxy-server.ts";

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
  const list = createSecureServer({ key, cert }, (_request, response) => {
    response.end(`soljson-v${longVersion}.js\n`);
  });
  const served = await listening(list);
  const proxy = await startProxy(list);
  return {
    env: {
      XDG_DATA_HOME: folder,
      // forge prefers an svm folder in the home folder.
      HOME: folder,
      SSL_CERT_FILE: certificate,
      HTTPS_PROXY: proxy.url,
      NO_PROXY: "127.0.0.1",
    },
    [Symbol.asyncDispose]: async () => {
      await proxy[Symbol.asyncDispose]();
      await served.close();
    },
  };
}
