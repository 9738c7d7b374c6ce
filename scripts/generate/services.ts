import { ENDPOINTS, type Endpoint } from "../../src/internal/services/endpoints.ts";

const SERVICES = {
  verification: {
    client: "VerificationService",
    title: "Verification service",
    about: `A Sourcify-v2 server. A submission that may have arrived is not sent again: the error has \`mayHaveArrived\`. \`contract\` is \`undefined\` for an unverified contract.`,
  },
  query: {
    client: "QueryService",
    title: "Query service",
    about: `A ledger's mirror node. Answers about contracts, their results and actions, blocks, and \`transactionsAt(timestamp)\` are decoded and validated;
other answers are unchanged JSON objects. Integers that a double can't represent are strings. A missing entity is \`undefined\`. Query parameters go
into \`query\`: \`{ query: { limit: 100, order: "desc" } }\`; an array repeats its parameter.

\`pages(answer)\` iterates over an answer and its following pages, never on another host:

\`\`\`ts
import { QueryService } from "hardhat-verify-contract/services";

const query = new QueryService({ url: "https://testnet.mirrornode.hedera.com" });
for await (const page of query.pages(query.accounts({ query: { limit: 100 } }))) {
  console.log(page["accounts"]);
}
\`\`\``,
  },
  status: {
    client: "StatusService",
    title: "Status service",
    about: "A Statuspage's public interface. An unknown state is kept unchanged.",
  },
} as const;

/** Generates docs/services.md: every endpoint, from the table that defines the clients. */
export function servicesPage(): string {
  const sections = (["verification", "query", "status"] as const).map((service) => {
    const { client, title, about } = SERVICES[service];
    const endpoints: readonly (readonly [string, Endpoint])[] = Object.entries(ENDPOINTS[service]);
    const rows = endpoints.map(
      ([name, { method, path, query }]) =>
        `| \`${name}\` | \`${method} ${path}\`${query?.length ? `; takes ${query.map((it) => `\`${it}\``).join(", ")}` : ""} |`,
    );
    const more = service === "verification" ? [KNOWN_SERVICES] : [];
    return [
      `## ${title}: \`${client}\``,
      about,
      ["| method | endpoint |", "|---|---|", ...rows].join("\n"),
      ...more,
    ].join("\n\n");
  });
  return `${[INTRODUCTION, ...sections].join("\n\n")}\n`;
}

const KNOWN_SERVICES = `### Services known to work

A field that a service leaves out never refutes anything: the chain, the build or a compiler here proves the claim, or it is open and names the missing field.
*Measured* services are tested with recorded answers, *read* ones according to their source code.

| service | chains | known | leaves out | differs |
|---|---|---|---|---|
| [Sourcify](https://sourcify.dev) 3.12.1, and services that run it | its own list | measured | | |
| Tempo, \`https://contracts.tempo.xyz\` | 4217, 42431 (the default there) | measured | the code on chain, transformations, a real creation match, times of a job | at most 4 MiB, uncompressed; needs each library's address in the settings; upgrades a partial record |
| Avalanche Builder Hub, \`https://build.avax.network/api/verify/sourcify\` | 43114, 43113, and others of its catalogue | read | all bytecode, the deployment, compiler settings, the creation match | at most 6 MiB, uncompressed; Solidity only, no libraries by themselves; needs each library's address in the settings; never upgrades a record |
| Conflux, with a configured URL | 71, 1030 (eSpace) | read | signatures, other chains | routes without \`/v2\` |`;

const INTRODUCTION = `<!-- Generated from src/internal/services/endpoints.ts by \`npm run generate\`. Do not edit. -->

# The clients of the services

\`hardhat-verify-contract/services\` has a client for each of the three services, usable without Hardhat. Each takes the base
URL and, if needed, headers, time limits and retry options:

\`\`\`ts
import { VerificationService } from "hardhat-verify-contract/services";

const service = new VerificationService({
  url: "https://sourcify.dev/server",
  headers: { authorization: "Bearer <token>" }, // never printed, never sent to another origin
  requestTimeoutMs: 30_000, // one try, from connecting to the last byte; more for a large body
  deadlineMs: 300_000, // one call, with all its tries and waits
  maxResponseBytes: 64 * 1024 * 1024, // after decompression, counted while it streams
  retry: { attempts: 5, minDelayMs: 500, maxDelayMs: 8000, maxRetryAfterMs: 30_000 },
  onRetry: ({ attempt, delayMs, error }) => console.warn(attempt, delayMs, error.message),
});
const record = await service.contract(296, "0x60768b3b49dc7c031eed1bd4d1601b976c8d550e", {
  fields: ["compilation.name", "deployment.blockNumber"],
  signal: AbortSignal.timeout(60_000), // ends the request, also during a wait
});
console.log(record?.runtimeMatch, record?.compilation?.name);
\`\`\`

A failure is a \`ServiceError\` with \`kind\`, method, URL without credentials, status and the service's cleaned message. Lost connections, 408, 425, 429, 502, 503,
504 and one 500 are retried with growing waits, or as Retry-After says up to its cap; refusals are not. Clients that share a \`HostPace\` (option \`pace\`) slow down together
after a 429; \`pace.keepWithin({ requestsPerSecond: 8, requestsAtOnce: 4 })\` limits them before. Clients that share a \`HostBreaker\` (option \`breaker\`) fail at once
while the host is dead. HTTP_PROXY, HTTPS_PROXY, NO_PROXY and NODE_EXTRA_CA_CERTS apply.

An invalid path parameter is a \`VerifyContractError\` that names its format, before anything is sent.`;
