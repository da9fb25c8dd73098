/** Limits the tests that start a process of their own to two at a time. */
export function twoAtATime(): (work: () => Promise<void>) => Promise<void> {
  const running = new Set<Promise<unknown>>()
  return async (work) => {
    while (running.size >= 2) await Promise.race(running)
    const one = work()
    // A waiting test waits for the end of another one, even if that one fails.
    const over: Promise<unknown> = one.then(
      () => running.delete(over),
      () => running.delete(over),
    )
    running.add(over)
    await one
  }
}
