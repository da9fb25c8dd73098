/**
 * Shuts the shop down when npm has ended. npm does not forward SIGTERM to its child, so stopping
 * `npm start` would leave the shop running with its port and its data.
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
