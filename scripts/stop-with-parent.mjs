/**
 * npm does not pass SIGTERM on to what it runs, so stopping `npm start` would leave the shop
 * running with its port and its data. The shop therefore stops, in order, when npm has ended.
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
