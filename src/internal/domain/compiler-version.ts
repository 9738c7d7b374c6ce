const SHORT_VERSION = /^0\.\d+\.\d+$/;
const ANY_VERSION = /^\d+\.\d+\.\d+\S*$/;

/**
 * True for a long version such as `0.8.28+commit.7893614a`, without a leading `v`. Fe versions have no commit but count
 * as long versions.
 */
export function isLongVersion(version: string): boolean {
  return ANY_VERSION.test(version) && !isShortVersion(version);
}

/** True if a solc or Vyper version has no commit. */
export function isShortVersion(version: string): boolean {
  return SHORT_VERSION.test(version);
}

export function isEarlier(version: string, other: string): boolean {
  return version.localeCompare(other, "en", { numeric: true }) < 0;
}
