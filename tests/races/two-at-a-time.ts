/** Keeps tests that bring a process of their own from running more than two at a time. */
export function twoAtATime(): (work: () => Promise<void>) => Promise<void> {
  const running = new Set<Promise<unknown>>()
  return async (work) => {
    while (running.size >= 2) await Promise.race(running)
    const one = work().finally(() => running.delete(one))
    running.add(one)
    await one
  }
}
