/**
 * Makes calls during a run share the next run. Each caller gets a result that began after its call,
 * so it is never outdated, and two runs are enough for any number of callers.
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
