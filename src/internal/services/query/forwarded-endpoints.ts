import type { ENDPOINTS, Endpoint } from "../endpoints.ts";
import type { JsonObject } from "../http/parse-json.ts";
import type { PathValue } from "../path-formats.ts";
import type { QueryOptions } from "./query-options.ts";

type Table = typeof ENDPOINTS.query;

/**
 * The package's declaration of this file is generated from the same table, with parameter names, a docstring and an
 * example for each method.
 */
export type ForwardedEndpoints = {
  readonly [Name in keyof Table as Table[Name]["answer"] extends "decoded" ? never : Name]: (
    ...args: [...PathValues<Table[Name]["path"]>, ...Content<Table[Name]>, options?: QueryOptions]
  ) => Promise<Table[Name]["answer"] extends "one" ? JsonObject | undefined : JsonObject>;
};

type PathValues<Path extends string> = Path extends `${string}{${string}}${infer Rest}`
  ? [PathValue, ...PathValues<Rest>]
  : [];

type Content<Of extends Endpoint> = Of extends { body: "json" }
  ? [JsonObject]
  : Of extends { body: "protobuf" }
    ? [Uint8Array]
    : [];
