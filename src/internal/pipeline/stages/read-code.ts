import type { QueryKnowledge } from "../../chain/deployment-facts.ts";
import { readQuery } from "../../chain/read-query.ts";
import { type CodeOnChain, waitForCode } from "../../chain/wait-for-code.ts";
import { isHedera } from "../../domain/hedera.ts";
import { problem } from "../../errors/problem.ts";
import type { QueryContract } from "../../services/query/model.ts";
import { Ended, type Run } from "../run.ts";
import { refuseAccount } from "./non-contract.ts";
import { notDeployed } from "./not-deployed.ts";
import { refuseForeignService } from "./refuse-foreign-service.ts";

/**
 * The code on chain. `0x` is no proof of no contract: a node answers it while it lags, and Hedera's relay while its
 * mirror node fails. So the query service is asked as well.
 *
 * @throws Ended `not-deployed` where neither has a code, `unavailable` where the query service knows one or fails
 */
export async function readCode(run: Run, address: string): Promise<CodeOnChain> {
  const { query, signal } = run.ports;
  const first = isHedera(run.ports.chainId) ? await wait(run, address, 1) : undefined;
  if (first?.code === "0x") await refuseAccount(run, address);
  const found = first === undefined || first.code === "0x" ? await wait(run, address) : first;
  if (found.code !== "0x") return found;
  const answer = await readQuery(query, address, signal);
  if (run.isInProcessByDefault())
    throw await notDeployed(run, address, { otherChain: ofOtherChain(run, answer) });
  switch (answer.state) {
    case "not-configured":
    case "not-found":
      throw await notDeployed(run, address);
    case "known":
      return await readKnown(run, address, answer.contract);
    case "unavailable":
      await refuseForeignService(run, answer.error);
      throw unknownCode(run, address, answer);
  }
}

/** The query service knows the contract, so that the node lags, unless the contract has no code there either. */
async function readKnown(run: Run, address: string, contract: QueryContract): Promise<CodeOnChain> {
  const { runtime_bytecode: code, deleted } = contract;
  if (deleted) throw await notDeployed(run, address, { known: `${nameOf(contract)}, which was deleted` });
  if (code === null || code === "0x")
    throw await notDeployed(run, address, { known: `${nameOf(contract)}, without code` });
  const again = await wait(run, address, run.ports.appearAttempts);
  if (again.code !== "0x") return again;
  throw unknownCode(run, address, { state: "known", contract });
}

function wait({ ports }: Run, address: string, most?: number): Promise<CodeOnChain> {
  const attempts = most ?? ports.codeAttempts ?? ports.appearAttempts;
  const { chain, chainId, signal, onProgress } = ports;
  return waitForCode(chain, address, attempts, signal, () =>
    onProgress({ type: "waiting-for-code", address, chainId }),
  );
}

function unknownCode(
  run: Run,
  address: string,
  answer: Extract<QueryKnowledge, { state: "known" | "unavailable" }>,
): Ended {
  const { chain, query, words } = run.ports;
  return new Ended(
    "unavailable",
    problem(
      "VC306",
      {
        values: { address },
        facts: [
          ["Network", `${chain.networkName}, whose node has no code there`],
          ["Asked too", query?.url],
          [
            "It said",
            answer.state === "known"
              ? `there is ${nameOf(answer.contract)}`
              : `nothing: ${answer.error.reason}`,
          ],
        ],
        likely: whyNoCode(answer),
        next: run.command(),
      },
      { words },
    ),
  );
}

/** What the query service knows of the address, which then is of another chain than this process has. */
function ofOtherChain({ ports }: Run, answer: QueryKnowledge): string | undefined {
  return answer.state === "known" ? `${ports.query?.url} knows ${nameOf(answer.contract)}` : undefined;
}

function whyNoCode({ state }: QueryKnowledge): string {
  return state === "known"
    ? "the node lags behind, or the service that it reads from fails"
    : "a node can also answer this while the service that it reads from fails";
}

function nameOf({ contract_id, evm_address }: QueryContract): string {
  return contract_id === null ? `a contract at ${evm_address}` : `the contract ${contract_id}`;
}
