import type { Row } from "../truth.ts";
import { DIAMONDS } from "./diamonds.ts";
import { FORMS } from "./forms.ts";
import { OLDER } from "./older.ts";
import { OPENZEPPELIN } from "./openzeppelin.ts";
import { SOLADY } from "./solady.ts";
import { TRICKS } from "./tricks.ts";

/** Every row of the table of kinds. */
export const ROWS: readonly Row[] = [...OPENZEPPELIN, ...SOLADY, ...FORMS, ...OLDER, ...DIAMONDS, ...TRICKS];
