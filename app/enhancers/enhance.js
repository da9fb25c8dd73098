// @ts-check
// What pages can do without: no page waits for it.

/** Escape and a click elsewhere close the menu. */
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

/** Parts with a script of their own. */
for (const part of document.querySelectorAll('[data-script]')) import(part.getAttribute('data-script') ?? '')

/** Printing needs a script. */
const printButton = document.querySelector('[data-print]')
if (printButton instanceof HTMLElement) {
  printButton.hidden = false
  printButton.addEventListener('click', () => window.print())
}

/** Errors of the browser reach the log: what and where, nothing about whom. At most five a page. */
let told = 0
/** @param {{ message: string, source?: string, line?: number, column?: number, stack?: string }} error */
function tell({ message, source = '', line = 0, column = 0, stack = '' }) {
  if (told++ >= 5) return
  const report = {
    message: message.slice(0, 2000),
    source: source.slice(0, 500),
    line,
    column,
    stack: stack.slice(0, 4000),
    page: location.pathname.slice(0, 500),
  }
  navigator.sendBeacon('/errors', new Blob([JSON.stringify(report)], { type: 'application/json' }))
}
addEventListener('error', ({ message, filename, lineno, colno, error }) => {
  tell({ message, source: filename, line: lineno, column: colno, stack: error?.stack })
})
addEventListener('unhandledrejection', ({ reason }) => {
  tell({ message: String(reason), stack: reason?.stack })
})
