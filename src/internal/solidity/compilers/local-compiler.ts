/** A Solidity compiler that the local verification service may use. */
export interface LocalCompiler {
  /**
   * Short (`0.8.28`) or long (`0.8.28+commit.7893614a`) version. With it, the compiler is loaded only when it is needed.
   * @default read from the compiler itself, on its first possible use
   */
  readonly version?: string;
  /** Path of a `soljson.js`, or of an executable that takes `--version` and `--standard-json`. */
  readonly path: string;
}
