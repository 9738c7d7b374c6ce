import { getAddress } from "ethers/address";
import { readQuery } from "../../chain/read-query.ts";
import { advice } from "../../errors/next-step.ts";
import { problem, VerifyContractError } from "../../errors/problem.ts";
import { Ended, type Run } from "../run.ts";
import { refuseForeignService } from "./refuse-foreign-service.ts";

/** Target: an address, or a contract id that the query service resolves to one. */
export async function locate(run: Run): Promise<string> {
  const { target } = run.request;
  if (target.kind === "address") return target.address;

  const { query, chainId, appearAttempts, clock, signal, onProgress } = run.ports;
  const { contractId } = target;
  const answer = await readQuery(query, contractId, signal, {
    attempts: appearAttempts,
    onWait: () => onProgress({ type: "waiting-for-query", target: contractId, url: query?.url ?? "" }),
    wait: clock.wait,
  });
  switch (answer.state) {
    case "not-configured":
      throw new VerifyContractError("VC104", {
        values: { target: contractId, chainId },
        next: advice("name the contract by its address, or configure verifyContract.query"),
      });
    case "not-found":
      throw new Ended(
        "not-deployed",
        problem("VC502", {
          values: { target: contractId },
          facts: [["Asked", query?.url]],
          likely: "the id is of another network, or too new to be known",
        }),
      );
    case "unavailable":
      await refuseForeignService(run, answer.error);
      throw new Ended(
        "unavailable",
        problem("VC501", { facts: [["Reason", answer.reason]], next: run.command() }),
      );
    case "known": {
      const address = getAddress(answer.contract.evm_address);
      run.draft.target.address = address;
      run.draft.target.contractId = answer.contract.contract_id ?? contractId;
      return address;
    }
  }
}
