const SHORT_OF_SOLIDITY_OR_VYPER = /^0\.\d+\.\d+$/;
const ANY_VERSION = /^\d+\.\d+\.\d+\S*$/;

/**
 * Whether it is the long version of a compiler, `0.8.28+commit.7893614a`. A version of Fe has no commit, and is not like
 * a release of Solidity or Vyper.
 *
 * @param version Without a leading `v`.
 */
export function isLongVersion(version: string): boolean {
  return ANY_VERSION.test(version) && !isShortVersion(version);
}

/** Whether it is one whose commit was left out. */
export function isShortVersion(version: string): boolean {
  return SHORT_OF_SOLIDITY_OR_VYPER.test(version);
}
