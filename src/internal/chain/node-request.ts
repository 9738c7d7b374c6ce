/**
 * Sends one JSON-RPC request to a node, and returns the `result` of its answer. Rejects soon after the signal is
 * aborted; what else it rejects with is a ServiceError, or an error with the `code` of the node's answer.
 */
export type NodeRequest = (
  method: string,
  params: readonly unknown[],
  signal: AbortSignal,
) => Promise<unknown>;
