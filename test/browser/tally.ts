/** Some tests add measurements. */
export const tally = { suite: "browser", pages: 0, audits: 0, violations: 0, requests: 0, shots: 0 };
