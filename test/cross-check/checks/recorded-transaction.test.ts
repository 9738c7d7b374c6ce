import {
  itHasStatus,
  OTHER_ADDRESS,
  OTHER_HASH,
  type RecordedCase,
  recorded,
} from "../../helpers/cross-check/deployment-record.ts";
import { recordedEvidence, recording } from "../../helpers/cross-check/recorded-evidence.ts";

const plain = recordedEvidence(recording("plain"));

const CASES: readonly RecordedCase[] = [
  ["the creating transaction", "passed", recorded(plain, {})],
  [
    "several transactions, of which one is the creating one",
    "passed",
    recorded(plain, { transactionHashes: [OTHER_HASH, plain.facts.creation?.transactionHash ?? ""] }),
  ],
  ["another transaction", "failed", recorded(plain, { transactionHashes: [OTHER_HASH] })],
  ["no transaction", "skipped", recorded(plain, { transactionHashes: [] })],
  [
    "a transaction where the chain shows none",
    "skipped",
    { ...recorded(plain, {}), facts: { ...plain.facts, creation: undefined } },
  ],
  ["a record of another address", "skipped", recorded(plain, { address: OTHER_ADDRESS })],
];

describe("cross-check - recorded-transaction", () => {
  itHasStatus("recorded-transaction", CASES);
});
