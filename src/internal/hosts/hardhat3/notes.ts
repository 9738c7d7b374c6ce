import type { HardhatRuntimeEnvironment } from "hardhat/types/hre";
import { nearestNames } from "../../text/nearest.ts";
import { HARDHAT_WORDS } from "./words.ts";

const KEY = "verifyContract";

/** Sentences about a configuration and options of Hardhat that do not do what the user may expect. */
export function notesOf({
  userConfig,
  globalOptions,
}: Pick<HardhatRuntimeEnvironment, "userConfig" | "globalOptions">): readonly string[] {
  return [...configNotes(userConfig), ...profileNotes(globalOptions.buildProfile)];
}

/** It is an option of Hardhat itself, which every task takes. */
function profileNotes(buildProfile: string | undefined): readonly string[] {
  return buildProfile === undefined
    ? []
    : [
        `--build-profile is not needed: the build is found by the code on chain. It has to be compiled: ${HARDHAT_WORDS.build} --build-profile ${buildProfile}`,
      ];
}

/** A key beside `verifyContract` that is nearly that: Hardhat takes any key, and nothing reads this one. */
function configNotes(userConfig: object): readonly string[] {
  const [mistyped] = Object.keys(userConfig).filter(
    (key) => key !== KEY && nearestNames(key.toLowerCase(), [KEY.toLowerCase()], 1).length > 0,
  );
  return mistyped === undefined || KEY in userConfig
    ? []
    : [`"${mistyped}" in the Hardhat configuration is not read: is ${KEY} meant?`];
}
