import { isSameCode } from "../../bytecode/compare.ts";
import type { CreationFacts } from "../../chain/deployment-facts.ts";
import { codeLength, decodeCode } from "../../domain/code-template.ts";
import { idToLongZero } from "../../domain/contract-addresses.ts";
import type { QueryContract } from "../../services/query/model.ts";
import { formatUtcSecond } from "../../text/moment.ts";
import {
  type CheckRule,
  failed,
  NO_CREATION,
  NO_TIME,
  need,
  needCompiled,
  needQueryContract,
  passed,
  skipped,
  unknown,
} from "../check.ts";
import { compareBytes, compareText, describeCode, findDissenter } from "../compare/compare-values.ts";
import type { Evidence } from "../evidence.ts";

const NANOSECONDS = 1_000_000_000n;

export const queryAddress: CheckRule = {
  id: "query-address",
  claim: "identity",
  subject: "contract has this address",
  witnesses: ["query service", "request"],
  proves:
    "The query service returned the requested contract, identified by its EVM address or by its number in the long-zero address. On Hedera, the node must return the same code for both addresses, if it returns code for both.",
  run: (evidence) => {
    const contract = needQueryContract(evidence);
    const asked = evidence.facts.address.toLowerCase();
    const { codeAtNumber, facts } = evidence;
    if (codeAtNumber !== undefined && codeAtNumber !== facts.runtimeBytecode)
      return failed(`the code of ${contract.contract_id}`, "different code on chain");
    const isItsNumber = asked === idToLongZero(contract.contract_id);
    return isItsNumber ? passed(asked) : compareText(asked, contract.evm_address.toLowerCase());
  },
};

export const runtimeCodeQuery: CheckRule = {
  id: "runtime-code-query",
  claim: "identity",
  subject: "runtime code as on chain",
  witnesses: ["query service", "chain"],
  proves:
    "The query service's `runtime_bytecode` equals the code from eth_getCode. If they differ, the failure message uses the record's code to tell which of the two is probably wrong. If the same operator runs the query service and the node, as on Hedera by default, this is only a consistency check.",
  run: (evidence) => {
    const { runtime_bytecode: code } = needQueryContract(evidence);
    if (code === null || code === "0x")
      return unknown("the query service doesn't have the contract's runtime code yet");
    const { facts, record } = evidence;
    const why = findDissenter(facts.runtimeBytecode, code, record.runtimeBytecode?.onchainBytecode);
    return compareBytes(facts.runtimeBytecode, code, why);
  },
};

export const creationCodeQuery: CheckRule = {
  id: "creation-code-query",
  claim: "deployment",
  subject: "creation code as on chain",
  witnesses: ["query service", "chain", "build"],
  proves:
    "The query service's `bytecode` equals the init code on chain. For a contract created from a file, it doesn't include the constructor arguments. If the chain does not show the init code, `bytecode` is compared with the build's creation code, and a difference makes the check unknown.",
  run: (evidence) => {
    const { bytecode, file_id } = needQueryContract(evidence);
    const { facts, record } = evidence;
    const executed = facts.creation?.initCode;
    const input = executed?.shownBy === "query-service" ? undefined : executed?.bytecode;
    if (bytecode === null || bytecode === "0x")
      return input === undefined
        ? skipped("the creation code is available neither from the chain nor from the query service")
        : unknown("the query service doesn't have the contract's creation code");
    if (input === undefined)
      return isSameCode("creation", bytecode, needCompiled(evidence).creation)
        ? passed(`${describeCode(bytecode)}, as in the build`)
        : unknown(
            "the query service's creation code is not the build's, and the chain does not show which code was executed",
          );
    const why = findDissenter(input, bytecode, record.creationBytecode?.onchainBytecode);
    const same = compareBytes(input, bytecode, why);
    if (file_id === null || same.status === "passed") return same;
    const lengthWithoutArguments = codeLength(needCompiled(evidence).creation.object);
    const isBeginning =
      decodeCode(bytecode) !== undefined &&
      input.toLowerCase().startsWith(bytecode.toLowerCase()) &&
      codeLength(bytecode) >= lengthWithoutArguments;
    return isBeginning
      ? passed(`${describeCode(bytecode)}, from file ${file_id}`)
      : failed(
          `the first ${lengthWithoutArguments} bytes of ${describeCode(input)}`,
          describeCode(bytecode),
          why,
        );
  },
};

export const notDeleted: CheckRule = {
  id: "not-deleted",
  claim: "identity",
  subject: "contract is not deleted",
  witnesses: ["query service"],
  proves: "The query service does not mark the contract as deleted.",
  run: (evidence) => (needQueryContract(evidence).deleted ? failed("not deleted", "deleted") : passed()),
};

export const notExpired: CheckRule = {
  id: "not-expired",
  claim: "identity",
  subject: "contract is not expired",
  witnesses: ["query service", "chain"],
  proves:
    "The contract has no expiration time, or the expiration time is in the future. Skipped if the expiration time is in the past but was only calculated by the query service, and the code is still on chain.",
  run: (evidence) => {
    const contract = needQueryContract(evidence);
    const { facts, now } = evidence;
    const expires = parseNanoseconds(need(contract.expiration_timestamp, passed("no expiration")));
    if (expires > BigInt(now.getTime()) * 1_000_000n) return passed(formatTime(expires));
    if (facts.runtimeBytecode !== "0x" && isCalculated(contract, expires))
      return skipped(
        `${formatTime(expires)} has passed, but it is only the creation time plus the auto-renew period, and the code is still on chain`,
      );
    return failed(`an expiration after ${now.toISOString()}`, formatTime(expires));
  },
};

function isCalculated(contract: QueryContract, expires: bigint): boolean {
  const { created_timestamp: creation, auto_renew_period: period } = contract;
  if (creation === null || period === null) return false;
  return parseNanoseconds(creation) + secondsToNanoseconds(Number(period)) === expires;
}

/** Hedera blocks last 2 seconds; the node reports the second in which a block begins. */
const MAX_BLOCK_S = 2;
/**
 * The node and the query service report the same ledger's time, but a block can last a long time on an idle network.
 */
const MAX_SKEW = secondsToNanoseconds(10 * 60);

export const createdInBlock: CheckRule = {
  id: "created-in-block",
  claim: "deployment",
  subject: "creation time fits the block",
  witnesses: ["query service", "chain"],
  proves:
    "The query service's creation time lies within the creation transaction's block. If the block's time span is unknown, the creation time is at most 2 seconds later than the block's timestamp on chain. In either case, the creation time and that timestamp are at most 10 minutes apart. If the address belonged to an account before, the time when the contract was created is used, not the account's creation time.",
  run: (evidence) => {
    const {
      created_timestamp,
      timestamp: { from },
    } = needQueryContract(evidence);
    const creation = need(evidence.facts.creation, NO_CREATION);
    const timestamp = need(
      created_timestamp,
      skipped("the query service does not report when the contract was created"),
    );
    const block = need(getBlockSpan(creation, evidence.creationBlock), NO_TIME);
    // If an account becomes a contract, the ledger keeps the account's creation time, although the contract was created
    // later.
    const wasAccount = from !== timestamp && parseNanoseconds(timestamp) < block.from;
    const stated = (wasAccount ? creation.statedTimestamp : undefined) ?? timestamp;
    const created = parseNanoseconds(stated);
    const isWithin = created >= block.from && (block.to === undefined || created <= block.to);
    // Comparing with the node's block timestamp detects a query service that reports wrong times for both the block and
    // the contract.
    if (isWithin && creation.timestampS !== undefined && isFar(created, creation.timestampS))
      return failed(
        formatTime(secondsToNanoseconds(creation.timestampS)),
        stated,
        "the query service and the chain's node disagree about the block's time",
      );
    if (isWithin) return passed(stated);
    const reason =
      created < block.from
        ? "the address already existed, as another contract or as an account"
        : "another transaction created the contract";
    return failed(`${block.shown}, block ${creation.blockNumber}`, stated, reason);
  },
};

function isFar(created: bigint, timestampS: number): boolean {
  const apart = created - secondsToNanoseconds(timestampS);
  return apart > MAX_SKEW || apart < -MAX_SKEW;
}

/** Returns the block's first and last nanosecond. `to` is undefined if the block hasn't ended yet. */
function getBlockSpan({ timestampS }: CreationFacts, block: Evidence["creationBlock"]) {
  if (block !== undefined) {
    const { from, to } = block.timestamp;
    const end = to === null ? undefined : parseNanoseconds(to);
    return { from: parseNanoseconds(from), to: end, shown: `${from} to ${to ?? "now"}` };
  }
  if (timestampS === undefined) return undefined;
  const end = timestampS + MAX_BLOCK_S;
  return {
    from: secondsToNanoseconds(timestampS),
    to: secondsToNanoseconds(end + 1) - 1n,
    shown: `${timestampS} to ${end}`,
  };
}

/**
 * Converts a ledger timestamp, `seconds.nanoseconds`, to nanoseconds since 1970.
 *
 * @throws SyntaxError for a malformed timestamp, which the query service's schema rejects earlier.
 */
function parseNanoseconds(timestamp: string): bigint {
  const [seconds = "", fraction = ""] = timestamp.split(".");
  return BigInt(seconds) * NANOSECONDS + BigInt(fraction.padEnd(9, "0"));
}

function secondsToNanoseconds(seconds: number): bigint {
  return BigInt(seconds) * NANOSECONDS;
}

function formatTime(nanoseconds: bigint): string {
  return formatUtcSecond(new Date(Number(nanoseconds / NANOSECONDS) * 1000));
}
