// @ts-check
// Keys of the staff area. Each of them opens or focuses what the page also has as a link or a field.

/** The page /staff/keys sets it. */
const SWITCHED_OFF = /(?:^|; )desk-keys=off(?:;|$)/

/** @param {EventTarget | null} target */
const isTyping = (target) =>
  target instanceof HTMLElement && target.closest('input, select, textarea, [contenteditable]') !== null

/** @param {string} selector */
function follow(selector) {
  const link = document.querySelector(selector)
  if (link instanceof HTMLAnchorElement) link.click()
}

/** @param {number} step */
function stepTo(step) {
  const rows = [...document.querySelectorAll('[data-row]')]
  const at = rows.findIndex((row) => row.contains(document.activeElement))
  const next = rows[at < 0 ? 0 : Math.max(0, Math.min(rows.length - 1, at + step))]
  if (next instanceof HTMLElement) next.focus()
}

let before = ''
/** @param {KeyboardEvent} event */
function press(event) {
  const { key, target } = event
  const find = document.getElementById('find')
  if (isTyping(target)) {
    if (key === 'Escape' && find && target === find) find.blur()
    return
  }
  const isPlace = before === 'g' && /^[a-z]$/.test(key)
  before = key
  if (isPlace) return follow(`#places [data-letter="${key}"]`)
  if (key === '/' && find) {
    event.preventDefault()
    find.focus()
    if (find instanceof HTMLInputElement) find.select()
  } else if (key === '?') follow('#places [href="/staff/keys"]')
  else if (key === 'j') stepTo(1)
  else if (key === 'k') stepTo(-1)
  else if (key === 'Enter' && target instanceof HTMLElement && target.matches('[data-row]')) {
    const link = target.querySelector('a')
    if (link) link.click()
  } else if (/^[a-z]$/.test(key)) {
    const summary = document.querySelector(`summary[aria-keyshortcuts="${key}"]`)
    if (summary instanceof HTMLElement) {
      summary.click()
      summary.focus()
    }
  }
}

if (!SWITCHED_OFF.test(document.cookie)) {
  document.addEventListener('keydown', (event) => {
    if (!event.ctrlKey && !event.metaKey && !event.altKey && !event.defaultPrevented) press(event)
  })
}
