import { assert } from "chai";
import { itHasStatus, type RecordedCase, recorded } from "../../helpers/cross-check/deployment-record.ts";
import { withBuildOf } from "../../helpers/cross-check/one-check.ts";
import { recordedEvidence, recording } from "../../helpers/cross-check/recorded-evidence.ts";

const plain = recordedEvidence(recording("plain"));

const { contract } = plain.build ?? assert.fail("It has a build.");

const file = contract.sourceName.slice(contract.sourceName.lastIndexOf("/") + 1);

const versioned = `npm/@maths/lib@1.2.0/${file}`;
const inPackage = { ...contract, sourceName: versioned, inputSourceName: versioned };

const weaker = { ...plain.record, match: "match", runtimeMatch: "match", creationMatch: "match" } as const;

const CASES: readonly RecordedCase[] = [
  ["the contract's name", "passed", recorded(plain, { contractName: contract.name })],
  [
    "its name and path below another project's folder",
    "passed",
    recorded(plain, { contractName: `lib/other/contracts/${file}:${contract.name}` }),
  ],
  ["its name and file alone", "passed", recorded(plain, { contractName: `${file}:${contract.name}` })],
  [
    "its name and file in another folder",
    "failed",
    recorded(plain, { contractName: `contracts/elsewhere/${file}:${contract.name}` }),
  ],
  ["another name", "failed", recorded(plain, { contractName: "Vault" })],
  [
    "its name in another file",
    "failed",
    recorded(plain, { contractName: `contracts/Other.sol:${contract.name}` }),
  ],
  [
    "its name and file in a package, which Hardhat 3 names with its version",
    "passed",
    recorded(
      withBuildOf(plain, () => ({ contract: inPackage })),
      { contractName: `@maths/lib/${file}:${contract.name}` },
    ),
  ],
  ["no name", "skipped", recorded(plain, {})],
  [
    "another name of a proxy, before the run has judged what it runs",
    "unknown",
    { ...recorded(plain, { contractName: "Vault" }), isImplementationJudged: true },
  ],
  [
    "the name of a proxy itself",
    "passed",
    { ...recorded(plain, { contractName: contract.name }), isImplementationJudged: true },
  ],
  [
    "another name than an exact record's, without a build",
    "failed",
    { ...recorded(plain, { contractName: "A" }), build: undefined },
  ],
  [
    "an exact record's name, without a build",
    "skipped",
    { ...recorded(plain, { contractName: contract.name }), build: undefined },
  ],
  [
    "another name than in metadata whose hash is on chain, without a build",
    "failed",
    { ...recorded(plain, { contractName: "A" }), build: undefined, record: weaker },
  ],
  [
    "another name than a weaker record's, without a build: another author may have named the same code",
    "skipped",
    {
      ...recorded(plain, { contractName: "A" }),
      build: undefined,
      record: { ...weaker, metadata: { ...weaker.metadata, output: {} } },
    },
  ],
];

describe("cross-check - recorded-contract", () => {
  itHasStatus("recorded-contract", CASES);
});
