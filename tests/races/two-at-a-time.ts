/** Keeps tests that bring a process of their own from running more than two at a time. */
export function twoAtATime(): (work: () => Promise<void>) => Promise<void> {
  const running = new Set<Promise<unknown>>()
  return async (work) => {
    while (running.size >= 2) await Promise.race(running)
    const one = work()
    // Whoever waits for its turn waits for its end, and does not fail with it.
    const over: Promise<unknown> = one.then(
      () => running.delete(over),
      () => running.delete(over),
    )
    running.add(over)
    await one
  }
}
