import type { ServiceError } from "../service-error.ts";
import type { About } from "./failures.ts";
import type { HttpAnswer } from "./send-once.ts";

/** What a client asks of its service. */
export interface RequestSpec {
  readonly method: "GET" | "POST";
  /** Below the base URL, with a leading slash, each segment already encoded; empty for the base URL itself. */
  readonly path: string;
  readonly query?: readonly (readonly [name: string, value: string])[];
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sent as it is, in place of `body`. */
  readonly content?: { readonly bytes: Uint8Array; readonly type: string };
  /** For a POST that only reads: it may always be sent again. */
  readonly changesNothing?: boolean;
  /** Also sent to a host that was found dead: the caller limits the attempts itself. */
  readonly insists?: boolean;
  /** Tried once, whatever fails; the host is not taken for dead because of it. */
  readonly once?: boolean | undefined;
  /** Statuses besides 2xx that are answers and not errors. */
  readonly accept?: readonly number[];
  /** What makes an answer a failure, in place of its status; it is tried again as any other. */
  readonly failureOf?: (answer: HttpAnswer, about: About) => ServiceError | undefined;
  readonly signal?: AbortSignal | undefined;
}
