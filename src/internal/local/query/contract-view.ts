import type { QueryContract } from "../../services/query/model.ts";
import type { Chain } from "../chain/chain.ts";
import type { IndexedContract } from "../chain/contract-index.ts";
import { formatTimestamp } from "./filters.ts";

/** The body of `GET /api/v1/contracts/{contractIdOrAddress}`. What an EVM chain does not know is null. */
export async function contractView(chain: Chain, contract: IndexedContract): Promise<QueryContract> {
  const { address, number, creation } = contract;
  const [codeNow, nonce] = await Promise.all([chain.code(address), chain.nonce(address)]);
  const codeThen =
    codeNow === "0x" && creation !== undefined ? await chain.code(address, creation.blockNumber) : codeNow;
  const created = creation === undefined ? null : formatTimestamp(creation.nanoseconds);
  return {
    admin_key: null,
    auto_renew_account: null,
    auto_renew_period: null,
    contract_id: number === undefined ? null : `0.0.${number}`,
    created_timestamp: created,
    deleted: codeNow !== codeThen,
    evm_address: address,
    expiration_timestamp: null,
    file_id: null,
    max_automatic_token_associations: 0,
    memo: "",
    nonce,
    obtainer_id: null,
    permanent_removal: null,
    proxy_account_id: null,
    timestamp: { from: created ?? formatTimestamp(0n), to: null },
    bytecode: creation?.transaction?.input ?? creation?.within?.initCode ?? null,
    runtime_bytecode: codeThen,
  };
}
