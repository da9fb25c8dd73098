// @ts-check
// The remaining time of an offer, beside its end in words. It is decorative: updated once a minute,
// and every second in the last hour unless reduced motion is preferred.

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/**
 *
 *
 * @param {number} count
 * @param {string} one the unit in the singular
 */
const many = (count, one) => `${count} ${one}${count === 1 ? '' : 's'}`

/** @param {number} left whole seconds */
function tell(left) {
  if (left >= DAY) return `${many(Math.floor(left / DAY), 'day')}, ${Math.floor((left % DAY) / HOUR)} h left`
  if (left >= HOUR) return `${Math.floor(left / HOUR)} h ${Math.floor((left % HOUR) / MINUTE)} min left`
  if (still) return `${Math.ceil(left / MINUTE)} min left`
  return `${Math.floor(left / MINUTE)}:${String(left % MINUTE).padStart(2, '0')} left`
}

const still = matchMedia('(prefers-reduced-motion: reduce)').matches

/** @param {HTMLElement} rest */
function tick(rest) {
  const left = Math.ceil((Date.parse(rest.dataset['endsIn'] ?? '') - Date.now()) / 1000)
  if (Number.isNaN(left)) return
  if (left <= 0) {
    // After the end the displayed price may be wrong; the next page shows the right one.
    const end = rest.previousElementSibling
    if (end) end.textContent = 'This offer has ended'
    rest.textContent = ''
    return
  }
  rest.textContent = tell(left)
  const wait = left > HOUR || still ? ((left - 1) % MINUTE) + 1 : 1
  setTimeout(() => tick(rest), wait * 1000)
}

for (const rest of document.querySelectorAll('[data-ends-in]')) {
  if (rest instanceof HTMLElement) tick(rest)
}
