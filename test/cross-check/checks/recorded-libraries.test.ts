import { assert } from "chai";
import {
  itHasStatus,
  OTHER_ADDRESS,
  type RecordedCase,
  recorded,
} from "../../helpers/cross-check/deployment-record.ts";
import { withBuildOf } from "../../helpers/cross-check/one-check.ts";
import { recordedEvidence, recording } from "../../helpers/cross-check/recorded-evidence.ts";

const plain = recordedEvidence(recording("plain"));

const linked = recordedEvidence(recording("linked-library"));

const library = linked.libraries[0] ?? assert.fail("The recording is linked.");

/** Solidity allows this name, and every object has it. */
const called = { ...library, name: "contracts/Texts.sol:toString" };

const CASES: readonly RecordedCase[] = [
  [
    "a library with a name that every object has",
    "skipped",
    recorded(
      withBuildOf(linked, () => ({ libraries: [called] })),
      { libraries: { Other: OTHER_ADDRESS } },
    ),
  ],
  ["the library", "passed", recorded(linked, { libraries: { [library.name]: library.address } })],
  [
    "the library by its bare name, and others",
    "passed",
    recorded(linked, {
      libraries: {
        Other: OTHER_ADDRESS,
        [library.name.split(":")[1] ?? ""]: library.address.toUpperCase().replace("0X", "0x"),
      },
    }),
  ],
  [
    "the library at another address",
    "failed",
    recorded(linked, { libraries: { [library.name]: OTHER_ADDRESS } }),
  ],
  ["no library by that name", "skipped", recorded(linked, { libraries: { Other: OTHER_ADDRESS } })],
  [
    "a library of a manifest that is not linked",
    "failed",
    recorded(linked, { libraries: { Other: OTHER_ADDRESS }, isDemanded: true }),
  ],
  [
    "a library of a manifest for a contract that has none",
    "failed",
    recorded(plain, { libraries: { A: OTHER_ADDRESS }, isDemanded: true }),
  ],
  ["libraries of a contract that has none", "skipped", recorded(plain, { libraries: { A: OTHER_ADDRESS } })],
];

describe("cross-check - recorded-libraries", () => {
  itHasStatus("recorded-libraries", CASES);
});
