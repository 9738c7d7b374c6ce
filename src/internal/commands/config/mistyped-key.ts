import { nearestNames } from "../../text/nearest.ts";

const KEY = "verifyContract";

/**
 * Sentences about a key beside `verifyContract` that is nearly that: Hardhat takes any key, and nothing reads this one.
 *
 * @param config The whole configuration, as the user wrote it.
 */
export function mistypedKeyNotes(config: object): readonly string[] {
  const [mistyped] = Object.keys(config).filter(
    (key) => key !== KEY && nearestNames(key.toLowerCase(), [KEY.toLowerCase()], 1).length > 0,
  );
  return mistyped === undefined || KEY in config
    ? []
    : [`"${mistyped}" in the Hardhat configuration is not read: is ${KEY} meant?`];
}
