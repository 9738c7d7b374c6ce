/** Lies that no run can detect, and their remedies. The suite fails if such a lie is detected after all. */
export const LIMITS = {
  "library-of-false-node": {
    lie: "A node returns the build's code for a linked library whose real code is different.",
    reason: "no other witness has the library's code",
    closes: "run `check` again with another operator's node",
  },
  "library-of-false-build": {
    lie: "A build contains another library's code under the library's name, and that code is linked.",
    reason: "the build is the only source for its libraries",
    closes: "compile on a machine that you trust, and use that build",
  },
  "forged-report": {
    lie: "A shard's report was edited or not written by a run, or is of another run of the same commit, outside of CI.",
    reason: "reports are not signed, and only CI gives a run an id",
    closes: "merge only reports from your own jobs",
  },
  "forged-lock": {
    lie: "A lock entry lists claims that were never proven, or describes someone else's deployment.",
    reason: "the lock file is not signed, and comparing with it proves nothing again",
    closes: "review its changes like code, or run `check` without `--locked`",
  },
  "forged-evidence": {
    lie: "All responses and the build in an evidence file are fabricated consistently.",
    reason: "evidence is not signed",
    closes:
      "replay with your own node, build and compilers (`--rpc-url`, `--build-info`, `--recompile`), or accept only evidence that CI attests",
  },
} as const;

export type LimitId = keyof typeof LIMITS;
