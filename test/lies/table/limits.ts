/** Lies that no run can notice, and the remedy. The suite fails once such a lie is no longer believed. */
export const LIMITS = {
  "library-of-false-node": {
    lie: "A node shows the build's code for a linked library that has other code.",
    reason: "no other witness shows the code of a library",
    closes: "run `check` again with a node of another operator",
  },
  "library-of-false-build": {
    lie: "A build has another library's code under the library's name, and that code is linked.",
    reason: "a build is what the user compiled: nothing else says what its libraries are",
    closes: "compile on a machine that you trust, and name that build",
  },
  "forged-report": {
    lie: "A report of the same run that was edited, or that no run made.",
    reason: "reports are not signed",
    closes: "merge only reports that your own jobs wrote",
  },
  "forged-lock": {
    lie: "An entry of the lock file that lists claims which nobody proved, or that says what somebody else deployed.",
    reason: "the lock file is not signed, and a comparison with it proves nothing anew",
    closes: "review its changes as you review code, or run `check` without `--locked`",
  },
  "forged-evidence": {
    lie: "Evidence in which the answers of node, query service and verification service, and the build, are all made up, so that everything agrees.",
    reason: "evidence is not signed",
    closes:
      "replay with a node, a build or compilers of your own (`--rpc-url`, `--build-info`, `--recompile`), or take only evidence that the CI attests",
  },
} as const;

export type LimitId = keyof typeof LIMITS;
