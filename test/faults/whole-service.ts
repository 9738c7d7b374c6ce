import { answerWith } from "./answers.ts";
import { badAddress } from "./bad-address.ts";
import { faultProxy, type Journal } from "./fault-proxy.ts";
import { type FaultName, isOfTheAddress, operationOf, type ServiceFault } from "./faults.ts";
import { rawServer } from "./raw-server.ts";
import { webApplication } from "./service-faults.ts";

/** What a service can have from its first request to its last. */
export type WholeFault = Exclude<FaultName, ServiceFault> | "something else answers";

/** A service or a node that has one fault, whatever it is asked. */
export interface WholeService extends AsyncDisposable {
  readonly url: string;
  readonly journal: Journal;
  /** Connections to the origin that a redirect names. */
  readonly elsewhere: () => number;
}

export async function wholeService(fault: WholeFault): Promise<WholeService> {
  const journal: Journal = [];
  const elsewhere = await rawServer(() => {});
  const server = isOfTheAddress(fault)
    ? await badAddress(fault, () => Promise.reject(new Error("This fault stays.")))
    : await faultProxy("http://no-service.invalid", journal, {
        behaviour: (request, response) => {
          if (fault === "something else answers") return webApplication(request, response);
          const operation = operationOf(request.method ?? "", request.url ?? "");
          answerWith(fault, operation, `http://127.0.0.1:${elsewhere.port}`)(request, response);
        },
        hits: () => true,
        arrives: "no",
      });
  return {
    url: server.url,
    journal,
    elsewhere: elsewhere.connections,
    [Symbol.asyncDispose]: async () => {
      await server[Symbol.asyncDispose]();
      await elsewhere[Symbol.asyncDispose]();
    },
  };
}
