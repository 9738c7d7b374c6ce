import { execFile } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { assert } from "chai";
import { generate } from "selfsigned";
import { QUERY_CONTRACT } from "../../helpers/services/examples.ts";

/** Node reads NODE_EXTRA_CA_CERTS once, as it starts: so each client is a process of its own. */
const CLIENT = `
  const { QueryService } = await import(${JSON.stringify(
    new URL("../../../src/internal/services/query/query-service.ts", import.meta.url).href,
  )});
  const retries = [];
  const query = new QueryService({
    url: process.env.QUERY_URL,
    retry: { attempts: 3, minDelayMs: 1 },
    onRetry: ({ attempt }) => retries.push(attempt),
  });
  const result = await query.contract(${JSON.stringify(QUERY_CONTRACT.contract_id)}).then(
    (contract) => ({ contractId: contract?.contract_id }),
    ({ name, kind, message, attempts }) => ({ name, kind, message, attempts }),
  );
  console.log(JSON.stringify({ ...result, retries }));
`;

interface ClientResult {
  readonly contractId?: string;
  readonly name?: string;
  readonly kind?: string;
  readonly message?: string;
  readonly attempts?: number;
  readonly retries: readonly number[];
}

describe("services - a certificate authority of one's own", () => {
  let folder: string;
  let authority: string;
  let url: string;
  let requests = 0;
  const server = createServer((_request, response) => {
    requests += 1;
    response.setHeader("content-type", "application/json").end(JSON.stringify(QUERY_CONTRACT));
  });

  before(async () => {
    const { private: key, cert } = await generate([{ name: "commonName", value: "localhost" }], {
      keyType: "ec",
      algorithm: "sha256",
    });
    folder = await mkdtemp(join(tmpdir(), "verify-contract-ca-"));
    authority = join(folder, "authority.pem");
    await writeFile(authority, cert);
    server.setSecureContext({ key, cert });
    server.listen(0, "localhost");
    await once(server, "listening");
    url = `https://localhost:${(server.address() as AddressInfo).port}`;
  });
  beforeEach(() => {
    requests = 0;
  });
  after(async () => {
    server.closeAllConnections();
    server.close();
    await rm(folder, { recursive: true, force: true });
  });

  async function ask(more: Readonly<Record<string, string>>): Promise<ClientResult> {
    const { NODE_EXTRA_CA_CERTS: _, NODE_TLS_REJECT_UNAUTHORIZED: __, ...env } = process.env;
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ["--input-type=module", "--eval", CLIENT],
      { env: { ...env, QUERY_URL: url, ...more } },
    );
    return JSON.parse(stdout) as ClientResult;
  }

  it("should be taken from NODE_EXTRA_CA_CERTS", async () => {
    const result = await ask({ NODE_EXTRA_CA_CERTS: authority });
    assert.deepEqual(result, { contractId: QUERY_CONTRACT.contract_id, retries: [] });
    assert.equal(requests, 1);
  });

  it("should not be trusted without it, nor asked again", async () => {
    const { name, kind, message, attempts, retries } = await ask({});
    assert.deepEqual([name, kind], ["ServiceError", "unreachable"]);
    assert.include(message, "its TLS certificate is not accepted");
    assert.include(message, url);
    assert.equal(attempts, 1);
    assert.isEmpty(retries);
    assert.equal(requests, 0);
  });
});
