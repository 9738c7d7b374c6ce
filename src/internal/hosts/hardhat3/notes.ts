import type { HardhatRuntimeEnvironment } from "hardhat/types/hre";
import { mistypedKeyNotes } from "../../commands/config/mistyped-key.ts";
import { HARDHAT_WORDS } from "./words.ts";

/** Sentences about a configuration and options of Hardhat that do not do what the user may expect. */
export function notesOf({
  userConfig,
  globalOptions,
}: Pick<HardhatRuntimeEnvironment, "userConfig" | "globalOptions">): readonly string[] {
  return [...mistypedKeyNotes(userConfig), ...profileNotes(globalOptions.buildProfile)];
}

/** It is an option of Hardhat itself, which every task takes. */
function profileNotes(buildProfile: string | undefined): readonly string[] {
  return buildProfile === undefined
    ? []
    : [
        `--build-profile is not needed: the build is found by the code on chain. It has to be compiled: ${HARDHAT_WORDS.build} --build-profile ${buildProfile}`,
      ];
}
