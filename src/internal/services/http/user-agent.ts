import { TOOL } from "../../tool.ts";

/** What every request says of who asks. */
export const USER_AGENT = `${TOOL.name}/${TOOL.version}`;
