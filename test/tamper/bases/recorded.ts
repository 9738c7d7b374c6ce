import { recordedEvidence, recording, VERIFIED } from "../../helpers/cross-check/recorded-evidence.ts";
import { recordedQueries } from "../../helpers/services/recordings.ts";
import { type Base, type Body, blockAround, makeBase } from "./base.ts";

export function recordedBases(): readonly Base[] {
  return VERIFIED.map((name) => {
    const it = recording(name);
    const { record, query, creationBlock, ...chain } = recordedEvidence(it);
    if (query.state !== "known") throw new Error(`${name}: no query service.`);
    const contract: Body = recordedContract(it.address) ?? query.contract;
    const createdS = Number(contract.created_timestamp.split(".")[0]);
    const { creation } = chain.facts;
    const answers = {
      record: it.record.body,
      query: contract,
      block: creation === undefined ? undefined : blockAround(createdS, creation.blockNumber),
    };
    return makeBase(
      `recorded: ${name}`,
      {
        ...chain,
        facts: {
          ...chain.facts,
          creation: creation === undefined ? undefined : { ...creation, timestampS: createdS },
        },
        now: new Date((createdS + 3600) * 1000),
      },
      answers,
    );
  });
}

/** The recorded answer about this contract, if there is one. */
function recordedContract(address: string): Body | undefined {
  return recordedQueries()
    .map(({ response }) => response.body as Body)
    .find(
      ({ evm_address, deleted, file_id }) =>
        evm_address === address.toLowerCase() && deleted === false && file_id === null,
    );
}
