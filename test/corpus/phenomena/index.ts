import type { Phenomenon } from "../../helpers/corpus/phenomenon.ts";
import { CHANGED_SOURCES } from "./changed-sources.ts";
import { COMPILER_PHENOMENA } from "./compilers.ts";
import { CONSTRUCTORS } from "./constructors.ts";
import { FACTORIES } from "./factories.ts";
import { IMMUTABLES } from "./immutables.ts";
import { LIBRARIES } from "./libraries.ts";
import { METADATA } from "./metadata.ts";
import { SEVERAL_SOURCES } from "./several-sources.ts";

export const PHENOMENA: readonly Phenomenon[] = [
  ...CONSTRUCTORS,
  ...IMMUTABLES,
  ...LIBRARIES,
  ...FACTORIES,
  ...METADATA,
  ...COMPILER_PHENOMENA,
  ...CHANGED_SOURCES,
  ...SEVERAL_SOURCES,
];
