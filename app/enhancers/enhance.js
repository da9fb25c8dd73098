// @ts-check
// Optional improvements; no page waits for this script.

/** Escape and a click outside close the menu. */
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

/**
 * Browsers ignore autofocus if the address has a fragment. Then this script focuses what is wrong
 * with a form once the page has loaded, unless the visitor types already.
 */
const focusError = () => {
  const field = document.querySelector('[autofocus]')
  if (field instanceof HTMLElement && document.activeElement === document.body) field.focus()
}
if (document.readyState === 'complete') focusError()
else addEventListener('load', () => setTimeout(focusError))

/**
 * Links and buttons that open a dialog. The dialog's script is loaded on the first press; without
 * it a link leads to its page.
 */
document.addEventListener('click', (event) => {
  const { target, button, ctrlKey, metaKey, shiftKey, altKey } = event
  const opener = target instanceof Element && target.closest('[data-dialog]')
  if (!(opener instanceof HTMLElement) || typeof HTMLDialogElement === 'undefined') return
  if (button || ctrlKey || metaKey || shiftKey || altKey) return
  event.preventDefault()
  import(opener.dataset['dialog'] ?? '')
    .then(({ openDialogForTrigger }) => openDialogForTrigger(opener))
    .catch(() => {
      if (opener instanceof HTMLAnchorElement) open(opener.href, '_blank', 'noopener')
    })
})

/** A page has the rules that it needs itself; what scripts add to it may need the whole sheets. */
const loadSheets = () => {
  const style = document.querySelector('style[data-sheets]')
  for (const href of style?.getAttribute('data-sheets')?.split(' ') ?? []) {
    const link = document.createElement('link')
    link.rel = 'stylesheet'
    link.href = href
    document.head.append(link)
  }
}
if (document.readyState === 'complete') loadSheets()
else addEventListener('load', loadSheets)

/** Parts of pages with a script of their own. */
for (const part of document.querySelectorAll('[data-script]')) import(part.getAttribute('data-script') ?? '')

/** Printing needs a script. */
const printButton = document.querySelector('[data-print]')
if (printButton instanceof HTMLElement) {
  printButton.hidden = false
  printButton.addEventListener('click', () => window.print())
}

/** Reports errors of the browser to the log, without personal data and at most five per page. */
let reportCount = 0
/**
 * @param {{ message: string, source?: string, line?: number, column?: number, stack?: string }}
 *   error
 */
function tell({ message, source = '', line = 0, column = 0, stack = '' }) {
  if (reportCount++ >= 5) return
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
