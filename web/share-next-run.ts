/**
 * Coalesces calls: all calls during a run share the next run. Each caller gets the result of a run
 * that began after its call, so the result is never outdated.
 */
export function shareNextRun<T>(run: () => Promise<T>): () => Promise<T> {
  let running: Promise<unknown> | undefined
  let next: Promise<T> | undefined
  const start = () => {
    next = undefined
    const result = run()
    const ended = result
      .catch(() => undefined)
      .then(() => {
        if (running === ended) running = undefined
      })
    running = ended
    return result
  }
  return () => (running ? (next ??= running.then(start)) : start())
}
