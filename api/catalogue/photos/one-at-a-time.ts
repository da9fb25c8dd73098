/** Each photo takes a processor for seconds and much memory; whoever comes later is asked to wait. */
const MOST_WAITING = 4

let waiting = 0
let last: Promise<unknown> = Promise.resolve()

/** Runs one piece of work after the other; undefined when too many wait already. */
export function runOneAtATime<T>(work: () => Promise<T>): Promise<T> | undefined {
  if (waiting > MOST_WAITING) return undefined
  waiting += 1
  const run = last.then(work).finally(() => {
    waiting -= 1
  })
  last = run.catch(() => undefined)
  return run
}
