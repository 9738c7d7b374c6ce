import { ENDPOINTS, type Endpoint } from "../../src/internal/services/endpoints.ts";
import { PATH_FORMATS, pathParametersOf } from "../../src/internal/services/path-formats.ts";

const SERVICES = {
  verification: {
    client: "VerificationService",
    title: "Verification service",
    about: `A Sourcify-v2 server. A submission is not sent twice when it may have arrived: the error then has
\`mayHaveArrived\`, and the record tells more. \`contract\` is \`undefined\` for a contract that is not verified.`,
  },
  query: {
    client: "QueryService",
    title: "Query service",
    about: `A ledger's mirror node. \`contract\`, \`block\`, \`contractResults\`, \`contractResult\`, \`contractActions\`, \`resultsOfContract\` and \`resultOfContractAt\`
are decoded and checked, and so is \`transactionsAt(timestamp)\`, the transaction at one consensus timestamp; every other answer is passed on as JSON, checked to
be an object. An integer that a double can't hold is a string of its digits. A look-up of one entity is
\`undefined\` where the service says that there is none. Query parameters go into \`query\`: \`{ query: { limit: 100, order: "desc" } }\`;
a list is sent as the same parameter several times.

\`pages(answer)\` iterates over an answer and the pages after it, following \`links.next\`, never to another host:

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
    about: "A Statuspage's public interface. A state that is not known is kept as it came.",
  },
} as const;

/** docs/services.md: every endpoint, from the table that the clients are made of. */
export function servicesPage(): string {
  const sections = (["verification", "query", "status"] as const).map((service) => {
    const { client, title, about } = SERVICES[service];
    const endpoints: readonly (readonly [string, Endpoint])[] = Object.entries(ENDPOINTS[service]);
    const rows = endpoints.map(
      ([name, { method, path, purpose, query }]) =>
        `| \`${name}\` | \`${method} ${path}\` | ${purpose}${query?.length ? `; takes ${query.map((it) => `\`${it}\``).join(", ")}` : ""} |`,
    );
    const used = new Set(endpoints.flatMap(([, { path }]) => pathParametersOf(path)));
    const formats = [...used].map(
      (name) => `| \`{${name}}\` | ${PATH_FORMATS[name].expected} | \`${PATH_FORMATS[name].example}\` |`,
    );
    const more = service === "verification" ? [KNOWN_SERVICES] : [];
    const parameters =
      formats.length === 0
        ? []
        : [["| path parameter | format | example |", "|---|---|---|", ...formats].join("\n")];
    return [
      `## ${title}: \`${client}\``,
      about,
      ["| method | endpoint | answers with |", "|---|---|---|", ...rows].join("\n"),
      ...parameters,
      ...more,
    ].join("\n\n");
  });
  return `${[INTRODUCTION, ...sections].join("\n\n")}\n`;
}

const KNOWN_SERVICES = `### Services that are known to work

Each service speaks the interface in its own way. What it leaves out is unknown, and never refutes anything: the claim that needs it is proven by the chain, the build or a
compiler here, or it is open and says what the service doesn't give. *Measured* means that the plugin is tested against a service that answers as the real one was recorded;
*read*, as its source says, and nobody has measured it.

| service | chains | known | leaves out | behaves otherwise |
|---|---|---|---|---|
| [Sourcify](https://sourcify.dev) 3.12.1, and services that run it | its own list | measured | | |
| Tempo, \`https://contracts.tempo.xyz\` | 4217, 42431 (the default there) | measured | the code on chain, transformations, the comparison of the creation code (it says \`match\` of any), times of a job | reads no compressed body, at most 4 MiB; stores only the outputs that the submission selects; needs each library's address in the settings; upgrades a partial record |
| Avalanche Builder Hub, \`https://build.avax.network/api/verify/sourcify\` | 43114, 43113, and others of its catalogue | read | all bytecode, the deployment, compiler settings, source ids, the creation match, other chains | reads no compressed body, at most 6 MiB; Solidity only; can't verify a library itself; needs each library's address in the settings; never upgrades a record; answers a repeated submission with the old job |
| Conflux, with a configured URL | 71, 1030 (eSpace) | read | signatures, other chains | routes without \`/v2\`; its ids 1 and 1029 are Conflux's core space and are refused |

\`npm run test:dialects\` runs the command line against each of them.`;

const INTRODUCTION = `<!-- Generated from src/internal/services/endpoints.ts by \`npm run generate\`. Do not edit. -->

# The clients of the services

\`hardhat-verify-contract/services\` has a client for each of the three services, usable without Hardhat. Each takes the base
URL and, if needed, headers, time limits and how often to try again:

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

What fails is a \`ServiceError\` with \`kind\`, method, URL without credentials, status and what the service said, cleaned of
control characters. Tried again is what can help: a lost connection, 408, 425, 429, 502, 503, 504, and one 500, with growing
waits, half of each by chance, or as long as Retry-After says up to its cap; never a refusal. Clients that share a
\`HostPace\` (option \`pace\`) slow down together when one of them gets 429, and get quicker again with good answers;
\`pace.keepWithin({ requestsPerSecond: 8, requestsAtOnce: 4 })\` also limits them before that;
those that share a \`HostBreaker\` (option \`breaker\`) find out once that the host is dead (a request that changes nothing fails as well), and then fail at once until it answers again. Proxies come from HTTP_PROXY, HTTPS_PROXY and NO_PROXY in
either case, further certificate authorities from Node's own settings, such as NODE_EXTRA_CA_CERTS.

A path parameter that is not of its format is a \`VerifyContractError\`, before anything is sent.`;
