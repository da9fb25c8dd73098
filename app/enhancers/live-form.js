// @ts-check
// A form that says `data-live` is sent as its button of that name would send it, once its fields
// rest for a moment; the parts of the page that say `data-live-part` are taken from the answer.
// Nothing else of the page moves.

const REST_MS = 500
const form = document.querySelector('form[data-live]')

/** Exists before it says something, so that it is heard. */
const said = document.createElement('p')
said.className = 'vh'
said.setAttribute('aria-live', 'polite')

/** @param {string} words */
function say(words) {
  if (said.textContent !== words) said.textContent = words
}

/** @param {Document} answer @returns whether the answer had all parts */
function swap(answer) {
  const parts = [...document.querySelectorAll('[data-live-part]')]
  const theirs = parts.map((part) => answer.getElementById(part.id))
  if (theirs.includes(null)) return false
  parts.forEach((part, at) => {
    // Whoever stands on a button in it goes on from there.
    if (!part.contains(document.activeElement)) part.replaceChildren(...(theirs[at]?.childNodes ?? []))
  })
  return true
}

/** @type {AbortController | undefined} */
let under
/** @param {HTMLFormElement} form */
async function follow(form) {
  under?.abort()
  const { signal } = (under = new AbortController())
  const body = new URLSearchParams()
  for (const [name, value] of new FormData(form)) if (typeof value === 'string') body.append(name, value)
  body.set('intent', form.dataset['live'] ?? '')
  body.set('live', 'yes')
  try {
    const answer = await fetch(location.href, { method: 'POST', body, signal, credentials: 'same-origin' })
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
    if (signal.aborted) return
    say(
      swap(page)
        ? (document.querySelector('[data-live-words]')?.textContent ?? '')
        : 'The preview could not be refreshed.',
    )
  } catch {
    if (!signal.aborted) say('The preview could not be refreshed.')
  }
}

/** @param {Element} field @returns whether it differs from what the page came with */
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
  // Inside the page's main part: nothing that is read stands beside it.
  form.after(said)
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let rest
  const wait = () => {
    clearTimeout(rest)
    rest = setTimeout(() => void follow(form), REST_MS)
  }
  // What was typed before this script arrived is shown, too.
  if ([...form.elements].some(isChanged)) wait()
  form.addEventListener('input', wait)
  form.addEventListener('change', wait)
  // The answer of a press is a page of its own.
  form.addEventListener('submit', () => {
    clearTimeout(rest)
    under?.abort()
  })
}
