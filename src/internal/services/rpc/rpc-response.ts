import * as z from "zod";
import { parseJson } from "../http/parse-json.ts";

/** A response object of JSON-RPC 2.0 (section 5 of its specification). */
export type RpcResponse = z.output<typeof wireResponse>;

const jsonrpc = z.literal("2.0");
const id = z.union([z.string(), z.number(), z.null()]);
const error = z.object({ code: z.number(), message: z.string(), data: z.unknown().optional() });
const result = z.unknown().refine((value) => value !== undefined);
const wireResponse = z.union([z.object({ jsonrpc, id, error }), z.object({ jsonrpc, id, result })]);

/** Reads a node's answer; undefined for anything that is not a response, such as a gateway's page. */
export function readRpcResponse(text: string): RpcResponse | undefined {
  try {
    return wireResponse.safeParse(parseJson(text)).data;
  } catch {
    return undefined;
  }
}
