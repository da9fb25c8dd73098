// @ts-check
// Counts down the hold of a sale, and gives its seats back when staff leave the page by a link. What
// happens without this script: the page names the end of the hold, and the hold ends by itself.

/** @param {HTMLElement} clock */
function tick(clock) {
  const left = Math.ceil((Date.parse(clock.dataset['holdUntil'] ?? '') - Date.now()) / 1000)
  if (Number.isNaN(left)) return
  if (left <= 0) {
    clock.textContent = 'has ended'
    return
  }
  clock.textContent = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`
  setTimeout(() => tick(clock), 1000)
}

for (const clock of document.querySelectorAll('[data-hold-until]'))
  if (clock instanceof HTMLElement && !clock.dataset['ticks']) {
    clock.dataset['ticks'] = 'yes'
    tick(clock)
  }

if (document.querySelector('[data-hold-releases]')) {
  document.addEventListener('click', ({ target, button, ctrlKey, metaKey, shiftKey, altKey }) => {
    const link = target instanceof Element && target.closest('a[href]')
    if (!(link instanceof HTMLAnchorElement) || button || ctrlKey || metaKey || shiftKey || altKey) return
    if (link.pathname === location.pathname || link.target !== '') return
    navigator.sendBeacon(location.href, new URLSearchParams({ intent: 'release' }))
  })
}
