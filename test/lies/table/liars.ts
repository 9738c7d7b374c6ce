export const LIARS = {
  "verification-service": {
    name: "verification service",
    has: "the record, the job and every response of the verification service",
  },
  "query-service": { name: "query service", has: "every response of the query service" },
  node: { name: "node", has: "every response of the JSON-RPC node" },
  "node-and-query": {
    name: "node and query service of one operator",
    has: "every response of both, so they agree",
  },
  deployer: { name: "deployer", has: "the contracts on chain; every service is honest" },
  "deployer-and-service": {
    name: "deployer with the verification service",
    has: "the contracts on chain and every response of the verification service",
  },
  "build-files": { name: "writer of build files", has: "the project's artifacts and build-infos" },
  "deployment-records": {
    name: "writer of deployment records",
    has: "the files of Ignition, hardhat-deploy or Foundry",
  },
  journal: { name: "writer of the journal", has: "the files that record submissions" },
  manifest: { name: "writer of a manifest", has: "the list of deployed contracts" },
  "merged-report": {
    name: "writer of a merged report",
    has: "the JSON reports that `merge` reads, including those of other runs",
  },
  "lock-file": {
    name: "writer of the lock file",
    has: "`verify-contract.lock.json`, with which `check --locked` compares",
  },
  evidence: {
    name: "writer of evidence",
    has: "the evidence file that `replay` reads, with all its hashes",
  },
} as const;

export type LiarId = keyof typeof LIARS;
export const LIAR_IDS = Object.keys(LIARS) as readonly LiarId[];
