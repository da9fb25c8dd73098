// @ts-check
// Refreshes the preview of a form while its user types. When the fields of a `data-live` form have
// been unchanged for a moment, the form is submitted in the background as if its button of that
// name were pressed. The `data-live-part` elements of the answer then replace those of the page.
// Where others change such a part meanwhile (`data-live-page`), the page is read again by itself.

const DELAY_MS = 500
const PAGE_MS = 10_000
const form = document.querySelector('form[data-live]')

/** A live region is announced only if it is in the page before its text changes. */
const announcement = document.createElement('p')
announcement.className = 'vh'
announcement.setAttribute('aria-live', 'polite')

/** @param {string} words */
function announce(words) {
  if (announcement.textContent !== words) announcement.textContent = words
}

/**
 *
 *
 * @param {Document} answer
 * @returns whether the answer had all parts
 */
function replaceParts(answer) {
  const parts = [...document.querySelectorAll('[data-live-part]')]
  const newParts = parts.map((part) => answer.getElementById(part.id))
  if (newParts.includes(null)) return false
  parts.forEach((part, at) => {
    // A part that has the focus is not replaced, because that would lose the focus.
    if (!part.contains(document.activeElement)) part.replaceChildren(...(newParts[at]?.childNodes ?? []))
  })
  return true
}

/** @type {AbortController | undefined} */
let pending
/** @param {HTMLFormElement} form */
async function refreshPreview(form) {
  pending?.abort()
  const { signal } = (pending = new AbortController())
  const body = new URLSearchParams()
  for (const [name, value] of new FormData(form)) if (typeof value === 'string') body.append(name, value)
  body.set('intent', form.dataset['live'] ?? '')
  body.set('live', 'yes')
  try {
    const answer = await fetch(location.href, { method: 'POST', body, signal, credentials: 'same-origin' })
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
    if (signal.aborted) return
    announce(
      replaceParts(page)
        ? (document.querySelector('[data-live-words]')?.textContent ?? '')
        : 'The preview could not be refreshed.',
    )
  } catch {
    if (!signal.aborted) announce('The preview could not be refreshed.')
  }
}

/**
 *
 *
 * @param {Element} field
 * @returns whether its value differs from the one the page was rendered with
 */
function isChanged(field) {
  if (field instanceof HTMLSelectElement) {
    const preset = field.querySelector('option[selected]')
    return field.value !== (preset instanceof HTMLOptionElement ? preset.value : field.options[0]?.value)
  }
  if (field instanceof HTMLTextAreaElement) return field.value !== field.defaultValue
  if (!(field instanceof HTMLInputElement)) return false
  return field.value !== field.defaultValue || field.checked !== field.defaultChecked
}

if (form instanceof HTMLFormElement) {
  // The live region belongs inside of the main landmark, like all content.
  form.after(announcement)
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer
  const refreshSoon = () => {
    clearTimeout(timer)
    timer = setTimeout(() => void refreshPreview(form), DELAY_MS)
  }
  // Fields may have been changed before this script arrived.
  if ([...form.elements].some(isChanged)) refreshSoon()
  form.addEventListener('input', refreshSoon)
  form.addEventListener('change', refreshSoon)
  // Submitting the form loads a page, so a preview is of no use any more.
  form.addEventListener('submit', () => {
    clearTimeout(timer)
    pending?.abort()
  })
}

/** What the visitor does not look at, or cannot be read now, waits for the next time. */
async function refreshPage() {
  if (document.hidden || !navigator.onLine) return
  try {
    const answer = await fetch(location.href, { credentials: 'same-origin' })
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
    if (answer.ok && replaceParts(page))
      announce(document.querySelector('[data-live-words]')?.textContent ?? '')
  } catch {}
}

const live = document.querySelector('[data-live-page]')
if (live) {
  live.after(announcement)
  setInterval(() => void refreshPage(), PAGE_MS)
  // Whoever comes back to the page sees at once how it is now.
  document.addEventListener('visibilitychange', () => void refreshPage())
}
