/**
 * Makes callers that come while a run is under way share the next one. What each of them gets was
 * begun after it asked, so it is never older than the question, and however many ask, two runs are
 * enough.
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
