// @ts-check
// One tab stop for each board, whose flights the arrow keys step through: along a row, and to the
// nearest flight of another row. Without this script every flight is a link in the order of its row.

/** @param {ParentNode} of */
const linksIn = (of) => [...of.querySelectorAll('.fl a')].filter((link) => link instanceof HTMLElement)

/** @param {HTMLElement} link */
const middle = (link) => link.getBoundingClientRect().left + link.offsetWidth / 2

for (const board of document.querySelectorAll('[data-board]')) {
  const links = linksIn(board)
  /** @param {HTMLElement | undefined} link */
  const stopAt = (link) => {
    for (const one of links) one.tabIndex = one === link ? 0 : -1
  }
  const chosen = links.find((link) => link.ariaCurrent)
  const first = chosen ?? links.find((link) => !link.matches('.flown')) ?? links[0]
  stopAt(first)
  const shown = chosen ?? board.querySelector('.now') ?? first
  const show = () => {
    const names = board.querySelector('tbody th')?.getBoundingClientRect().right ?? 0
    const region = board.parentElement
    if (shown && region) region.scrollLeft += shown.getBoundingClientRect().left - names - 48
  }
  // The widths of the columns come with the style sheet.
  if (document.readyState === 'complete') show()
  else addEventListener('load', show)
  board.addEventListener('keydown', (event) => {
    if (!(event instanceof KeyboardEvent) || event.ctrlKey || event.metaKey || event.altKey) return
    const here = event.target instanceof Element ? event.target.closest('.fl a') : null
    if (!(here instanceof HTMLElement)) return
    const rows = [...board.querySelectorAll('tbody tr')].map(linksIn).filter((row) => row.length > 0)
    const at = rows.findIndex((row) => row.includes(here))
    const row = rows[at] ?? []
    const place = row.indexOf(here)
    const nearest = (/** @type {HTMLElement[]} */ others) =>
      others.toSorted((a, b) => Math.abs(middle(a) - middle(here)) - Math.abs(middle(b) - middle(here)))[0]
    /** @type {Record<string, HTMLElement | undefined>} */
    const next = {
      ArrowRight: row[place + 1],
      ArrowLeft: row[place - 1],
      ArrowDown: nearest(rows[at + 1] ?? []),
      ArrowUp: nearest(rows[at - 1] ?? []),
      Home: row[0],
      End: row.at(-1),
    }
    if (!(event.key in next)) return
    event.preventDefault()
    const link = next[event.key]
    if (!link) return
    stopAt(link)
    link.focus()
  })
}
