/**
 * npm does not hand SIGTERM on to what it runs: whoever stops `npm start` would leave the shop
 * running, with its port and its data taken. So the shop stops, in order, when npm is gone.
 */
export function stopWithParent() {
  if (!process.env.npm_lifecycle_event) return
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    process.kill(process.pid, 'SIGTERM')
  }, 500)
  watch.unref()
}
