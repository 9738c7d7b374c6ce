import { assert } from "chai";
import type { Evidence } from "../../../src/internal/cross-check/evidence.ts";
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

/** A manifest's libraries for a contract whose build has something else. */
const demanded = (
  evidence: Evidence,
  libraries: Readonly<Record<string, string>>,
  change: Parameters<typeof withBuildOf>[1] = () => ({}),
): Evidence => recorded(withBuildOf(evidence, change), { libraries, isDemanded: true });

type Built = Parameters<Parameters<typeof withBuildOf>[1]>[0];

/** Linked by the compiler: the settings have the address, and the code no open place. */
const linkedBySettings = ({ compilation }: Built) => {
  const { input } = compilation;
  const libraries = { "contracts/Maths.sol": { Maths: library.address } };
  const settings = { ...input.settings, libraries };
  return { libraries: [], compilation: { ...compilation, input: { ...input, settings } } };
};

/** The recorded creation code has the library too. */
const linkedByConstructor = () => ({ libraries: [] });

const withUnnamed = () => ({ libraries: [{ ...library, name: ":@214" }] });

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
  [
    "a manifest's library that the settings link",
    "passed",
    demanded(linked, { Maths: library.address }, linkedBySettings),
  ],
  [
    "a manifest's library that the settings link at another address",
    "failed",
    demanded(linked, { Maths: OTHER_ADDRESS }, linkedBySettings),
  ],
  [
    "a manifest's library of the settings that the code does not have",
    "failed",
    demanded(plain, { Maths: library.address }, linkedBySettings),
  ],
  [
    "a manifest's library that only the constructor calls",
    "passed",
    demanded(linked, { Maths: library.address }, linkedByConstructor),
  ],
  [
    "a manifest's library that only the constructor calls, at another address",
    "failed",
    demanded(linked, { Maths: OTHER_ADDRESS }, linkedByConstructor),
  ],
  [
    "a manifest's library of a package, which Hardhat 3 names with its version",
    "passed",
    demanded(linked, { "@maths/lib/Maths.sol:Maths": library.address }, () => ({
      libraries: [{ ...library, name: "npm/@maths/lib@1.2.0/Maths.sol:Maths" }],
    })),
  ],
  [
    "a manifest's library where the build file has no names",
    "unknown",
    demanded(plain, { Maths: library.address }, withUnnamed),
  ],
  [
    "a manifest's library where nothing compiled the given input",
    "unknown",
    demanded({ ...linked, libraries: [] }, { Maths: library.address }, () => ({ compiled: undefined })),
  ],
  ["libraries of a contract that has none", "skipped", recorded(plain, { libraries: { A: OTHER_ADDRESS } })],
];

describe("cross-check - recorded-libraries", () => {
  itHasStatus("recorded-libraries", CASES);
});
