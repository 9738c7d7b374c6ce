/** Shows events as they come, until it is disposed of; events after that are not to be shown. */
export interface EventScreen<Event> extends Disposable {
  readonly show: (event: Event) => void;
  /** Whether lines of it stay on the screen. */
  readonly hasWritten: () => boolean;
}
