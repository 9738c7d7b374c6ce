import { TOOL } from "../../domain/tool.ts";

/** What every request says of who asks. */
export const USER_AGENT = `${TOOL.name}/${TOOL.version}`;
