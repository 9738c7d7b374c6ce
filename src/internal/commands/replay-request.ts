/**
 * Which evidence to replay, and with what besides.
 *
 * @typeParam Connection Of the host.
 */
export interface ReplayRequest<Connection = unknown> {
  /** Path of a file that `--evidence` wrote. */
  readonly evidence: string;
  /** Compile what is on record, by a compiler of this project, instead of taking the file's word. @default false */
  readonly recompile?: boolean | undefined;
  /** Path of the builds that it has to be. @default those of the evidence */
  readonly buildInfo?: string | undefined;
  /** A chain to compare codes and transactions with. @default none: nothing is asked */
  readonly connection?: Connection | undefined;
  /** Ends what is asked and compiled. */
  readonly signal?: AbortSignal | undefined;
}
