import { TOOL } from "../../domain/tool.ts";

/** The User-Agent of every request. */
export const USER_AGENT = `${TOOL.name}/${TOOL.version}`;
