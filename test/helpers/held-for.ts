const stacks = new WeakMap<object, AsyncDisposableStack>();

/**
 * Makes an object before the tests of the surrounding block, and disposes of it after them. Objects that were made later are
 * disposed of first.
 * @param make Returns a plain object, whose members are copied.
 */
export function heldFor<T extends AsyncDisposable>(make: () => Promise<T>): T {
  const held = {} as T;
  before(async function () {
    Object.assign(held, stackOf(this).use(await make()));
  });
  after(function () {
    return stackOf(this).disposeAsync();
  });
  return held;
}

function stackOf({ test }: Mocha.Context): AsyncDisposableStack {
  const block = test?.parent ?? {};
  const stack = stacks.get(block) ?? new AsyncDisposableStack();
  stacks.set(block, stack);
  return stack;
}
