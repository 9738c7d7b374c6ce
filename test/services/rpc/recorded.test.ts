import { readFileSync } from "node:fs";
import { assert } from "chai";
import { HostPace } from "../../../src/internal/services/http/hosts.ts";
import { RpcClient } from "../../../src/internal/services/rpc/rpc-client.ts";
import { json, serve } from "../../helpers/services/fault-server.ts";

const NEVER = new AbortController().signal;
const REQUEST = { jsonrpc: "2.0", id: 1, method: "eth_getStorageAt", params: [] } as const;

const FILE = "fixtures/recorded/query-service/creation/relay-limits-and-failures.json";
const RECORDED: readonly RecordedAnswer[] = JSON.parse(
  readFileSync(new URL(`../../${FILE}`, import.meta.url), "utf8"),
);

interface RecordedAnswer {
  readonly label: string;
  readonly http?: number;
  readonly response?: { readonly http?: number; readonly body?: object };
  readonly first_error?: object;
}

/** The answers after a limit of the relay or of the mirror node was exceeded. */
const LIMITS = RECORDED.map(({ label, http, response, first_error }) => ({
  label,
  // A failed call was recorded with status and body, a limit with the body alone, and a batch with its first error.
  status: response?.http ?? http ?? 200,
  body: first_error ?? response?.body ?? response,
})).filter(({ body }) => /"code":(-32605|-32020),/.test(JSON.stringify(body)));

describe("services - node - recorded limits of a relay", () => {
  for (const { label, status, body } of LIMITS) {
    for (const seen of new Set([status, 200]))
      it(`should slow down all callers of the host and then retry: ${label}, with status ${seen}`, async () => {
        await using server = await serve(
          json(seen, { ...body, id: 1 }),
          json(200, { jsonrpc: "2.0", id: 1, result: "0x0" }),
        );
        const pace = new HostPace();
        const paused: number[] = [];
        const client = new RpcClient({
          url: server.url,
          pace,
          retry: { attempts: 3, minDelayMs: 5, maxDelayMs: 20 },
          onSlowDown: ({ waitMs }) => paused.push(waitMs),
        });
        assert.deepInclude(await client.send(REQUEST, NEVER), { result: "0x0" });
        assert.lengthOf(paused, 1);
        assert.isAbove(pace.intervalMs, 0);
        assert.lengthOf(server.requests, 2);
      });
  }
});
