export const LIARS = {
  "verification-service": {
    name: "verification service",
    has: "the record, the job and every answer of the verification service",
  },
  "query-service": { name: "query service", has: "every answer of the query service" },
  node: { name: "node", has: "every answer of the JSON-RPC node" },
  "node-and-query": {
    name: "node and query service of one operator",
    has: "every answer of both, so that they agree",
  },
  deployer: { name: "deployer", has: "the contracts on chain; every service is honest" },
  "deployer-and-service": {
    name: "deployer with the verification service",
    has: "the contracts on chain and every answer of the verification service",
  },
  "build-files": { name: "writer of build files", has: "the artifacts and build-infos of the project" },
  "deployment-records": {
    name: "writer of deployment records",
    has: "the files of Ignition, hardhat-deploy or Foundry",
  },
  journal: { name: "writer of the journal", has: "the files in which a run notes its submissions" },
  manifest: { name: "writer of a manifest", has: "the file that lists what is deployed" },
  "merged-report": {
    name: "writer of a report that is merged",
    has: "the JSON reports that the command `merge` reads, also those of other runs",
  },
  "lock-file": {
    name: "writer of the lock file",
    has: "`verify-contract.lock.json`, with which `check --locked` compares",
  },
  evidence: {
    name: "writer of evidence",
    has: "an evidence file that the command `replay` reads, with all its hashes",
  },
} as const;

export type LiarId = keyof typeof LIARS;
export const LIAR_IDS = Object.keys(LIARS) as readonly LiarId[];
