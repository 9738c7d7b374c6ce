/** A Solidity compiler that the local verification service may use. */
export interface LocalCompiler {
  /**
   * Its version, short (`0.8.28`) or long (`0.8.28+commit.7893614a`). A compiler with another version is then
   * not loaded just to learn what it is.
   * @default asked of the compiler itself, the first time that it may be needed
   */
  readonly version?: string;
  /** Path of a `soljson.js`, or of an executable that takes `--version` and `--standard-json`. */
  readonly path: string;
}
