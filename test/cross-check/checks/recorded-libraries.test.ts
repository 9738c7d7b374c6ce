import { assert } from "chai";
import type { Evidence, LinkedLibrary } from "../../../src/internal/cross-check/evidence.ts";
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
const { address = "" } = library;

/** Solidity allows this name, and every object has it. */
const called = { ...library, name: "contracts/Texts.sol:toString" };

/** A manifest's libraries for a contract that is linked with these. */
const demanded = (
  evidence: Evidence,
  libraries: Readonly<Record<string, string>>,
  of: readonly LinkedLibrary[] = evidence.libraries,
): Evidence => recorded({ ...evidence, libraries: of }, { libraries, isDemanded: true });

const linkedBy = (how: LinkedLibrary["linkedBy"]) => [{ ...library, linkedBy: how }];

const CASES: readonly RecordedCase[] = [
  [
    "a library with a name that every object has",
    "skipped",
    recorded({ ...linked, libraries: [called] }, { libraries: { Other: OTHER_ADDRESS } }),
  ],
  ["the library", "passed", recorded(linked, { libraries: { [library.name]: address } })],
  [
    "the library by its bare name, and others",
    "passed",
    recorded(linked, {
      libraries: {
        Other: OTHER_ADDRESS,
        [library.name.split(":")[1] ?? ""]: address.toUpperCase().replace("0X", "0x"),
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
  [
    "a manifest's library that the settings link",
    "passed",
    demanded(linked, { Maths: address }, linkedBy("settings")),
  ],
  [
    "a manifest's library that the settings link at another address",
    "failed",
    demanded(linked, { Maths: OTHER_ADDRESS }, linkedBy("settings")),
  ],
  [
    "a manifest's library that only a library calls",
    "failed",
    demanded(linked, { Maths: address }, linkedBy("library")),
  ],
  [
    "a manifest's library that only the constructor calls",
    "passed",
    demanded(linked, { Maths: address }, linkedBy("constructor")),
  ],
  [
    "a manifest's library that only the constructor calls, at another address",
    "failed",
    demanded(linked, { Maths: OTHER_ADDRESS }, linkedBy("constructor")),
  ],
  [
    "a manifest's library of a package, which Hardhat 3 names with its version",
    "passed",
    demanded(linked, { "@maths/lib/Maths.sol:Maths": address }, [
      { ...library, name: "npm/@maths/lib@1.2.0/Maths.sol:Maths" },
    ]),
  ],
  [
    "a manifest's library where the build file has no names",
    "unknown",
    demanded(plain, { Maths: address }, [{ ...library, name: ":@214" }]),
  ],
  [
    "a manifest's library where nothing compiled the given input",
    "unknown",
    demanded(
      withBuildOf(linked, () => ({ compiled: undefined })),
      { Maths: address },
      [],
    ),
  ],
  ["libraries of a contract that has none", "skipped", recorded(plain, { libraries: { A: OTHER_ADDRESS } })],
];

describe("cross-check - recorded-libraries", () => {
  itHasStatus("recorded-libraries", CASES);
});
