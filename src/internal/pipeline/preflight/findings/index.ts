import type { FindingRule } from "../subject.ts";
import { closureDiffers } from "./closure-differs.ts";
import { codeSize } from "./code-size.ts";
import { importsUnknown } from "./imports-unknown.ts";
import { emptySource, language, submissionSize } from "./limits.ts";
import { metadataHash } from "./metadata-hash.ts";
import { noCompiler } from "./no-compiler.ts";
import { rejected } from "./rejected.ts";
import { settings } from "./settings.ts";
import { sourcePath } from "./source-path.ts";
import { sourcesChanged } from "./sources-changed.ts";
import { twin } from "./twin.ts";
import { unreadable } from "./unreadable.ts";

/** Every rule, in the order in which a contract shows what they found. */
export const FINDING_RULES: readonly FindingRule[] = [
  unreadable,
  language,
  rejected,
  sourcesChanged,
  settings,
  emptySource,
  submissionSize,
  metadataHash,
  sourcePath,
  closureDiffers,
  importsUnknown,
  twin,
  codeSize,
  noCompiler,
];
