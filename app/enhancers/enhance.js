// @ts-check
// What the pages can do without, done a little better where scripts run. No page waits for it.

/** The menu closes on Escape and on a click elsewhere. */
const menu = document.querySelector('details.menu')
if (menu instanceof HTMLDetailsElement) {
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || !menu.open) return
    menu.open = false
    menu.querySelector('summary')?.focus()
  })
  document.addEventListener('click', (event) => {
    if (event.target instanceof Node && !menu.contains(event.target)) menu.open = false
  })
}

/** Errors of the browser reach the log: what, where, nothing about whom. At most five a page. */
let told = 0
/** @param {string} message @param {string} [source] @param {string} [stack] */
function tell(message, source, stack) {
  if (told++ >= 5) return
  const body = JSON.stringify({
    message: message.slice(0, 300),
    source: (source ?? '').slice(0, 200),
    stack: (stack ?? '').slice(0, 1000),
    page: location.pathname,
  })
  navigator.sendBeacon('/errors', new Blob([body], { type: 'application/json' }))
}
addEventListener('error', (event) => {
  tell(event.message, `${event.filename}:${String(event.lineno)}`, event.error?.stack)
})
addEventListener('unhandledrejection', (event) => {
  tell(String(event.reason), '', event.reason?.stack)
})
