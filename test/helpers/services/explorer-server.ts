import type { AskedExplorer } from "../../../src/internal/pipeline/explorers.ts";
import type { ShownOn } from "../../../src/internal/report/model.ts";
import { ANY_EXPLORER, type ExplorerDialect } from "../../../src/internal/services/explorers/dialects.ts";
import { ExplorerService } from "../../../src/internal/services/explorers/explorer-service.ts";
import { type Behaviour, type FaultServer, json, serve } from "./fault-server.ts";
import { QUICK } from "./quick.ts";

export const GUID = "ezq878u486pzijkvvmerl6a9mzwhv6sefgvqi5tkwceejc7tvn";

/** An explorer's answers: one per request of each action, and the last one repeats. */
export interface ExplorerScript {
  readonly getsourcecode?: readonly Behaviour[];
  readonly verifysourcecode?: readonly Behaviour[];
  readonly checkverifystatus?: readonly Behaviour[];
  readonly verifyproxycontract?: readonly Behaviour[];
  readonly checkproxyverification?: readonly Behaviour[];
}

/** A loopback explorer that follows a script. {@link SHOWN} returns the last submission. */
export async function explorerServer(script: ExplorerScript) {
  const actions: string[] = [];
  const forms = () =>
    server.requests.filter(({ method }) => method === "POST").map(({ body }) => new URLSearchParams(body));
  const server: FaultServer = await serve((request, response) => {
    const query = new URL(request.url ?? "", "http://127.0.0.1").searchParams;
    const action = query.get("action") ?? forms().at(-1)?.get("action") ?? "";
    actions.push(action);
    const answers = script[action as keyof ExplorerScript] ?? [];
    const count = actions.filter((each) => each === action).length;
    const behaviour = answers[Math.min(count, answers.length) - 1] ?? said("0", `no ${action} in the script`);
    if (behaviour === SHOWN) shownForm(forms().findLast((form) => form.has("sourceCode")))(request, response);
    else behaviour(request, response);
  });
  return {
    ...server,
    actions,
    get forms() {
      return forms();
    },
  };
}

export function said(status: "0" | "1", result: unknown): Behaviour {
  return json(200, { status, message: status === "1" ? "OK" : "NOTOK", result });
}

export const NOT_VERIFIED = said("1", [{ SourceCode: "", ABI: "Contract source code not verified" }]);
export const PENDING = said("0", "Pending in queue");
export const PASSED = said("1", "Pass - Verified");
export const TAKEN = said("1", GUID);
export const SHOWN: Behaviour = () => {};

function shownForm(form: URLSearchParams | undefined): Behaviour {
  return shownEntry({
    SourceCode: `{${form?.get("sourceCode")}}`,
    ContractName: form?.get("contractname")?.split(":").at(-1),
    CompilerVersion: form?.get("compilerversion"),
    ConstructorArguments: form?.get("constructorArguements") ?? "",
  });
}

export function shownEntry(entry: object): Behaviour {
  return said("1", [{ ABI: "[]", Library: "", Proxy: "0", Implementation: "", SimilarMatch: "", ...entry }]);
}

export function asked(
  key: string,
  url: string,
  { dialect = ANY_EXPLORER }: { readonly dialect?: ExplorerDialect | undefined } = {},
): AskedExplorer {
  const service = new ExplorerService({
    ...QUICK,
    dialect: { ...dialect, name: key },
    chainId: 31337,
    apiUrl: `${url}/api`,
  });
  return {
    key,
    name: key,
    open: async () => ({
      service,
      isHostConfigured: true,
      linksProxies: dialect.linksProxies,
      pageOf: (address) => `https://${key}.example/address/${address}`,
    }),
  };
}

export function factsOf({ facts }: ShownOn): Readonly<Record<string, string>> {
  return Object.fromEntries(facts.map(({ id, status }) => [id, status]));
}
