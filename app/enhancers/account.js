// @ts-check
// What the account pages can do without, done a little better where scripts run.

/** An address whose fragment alone names another panel leads to that panel. */
const wanted = document.getElementById(location.hash.slice(1))
const way = wanted?.matches('.elsewhere') ? wanted.querySelector('a') : null
if (way) location.replace(way.href)

/** Passwords can be looked at while they are typed; they are hidden again before they are sent or remembered. */
for (const input of document.querySelectorAll('input[type=password]')) {
  if (!(input instanceof HTMLInputElement)) continue
  const box = document.createElement('div')
  box.className = 'pw'
  const button = document.createElement('button')
  button.type = 'button'
  const show = (/** @type {boolean} */ shown) => {
    input.type = shown ? 'text' : 'password'
    button.textContent = shown ? 'Hide' : 'Show'
    button.setAttribute('aria-label', shown ? 'Hide password' : 'Show password')
  }
  show(false)
  button.addEventListener('click', () => show(input.type === 'password'))
  input.form?.addEventListener('submit', () => show(false))
  addEventListener('pageshow', () => show(false))
  // A script that comes late may find somebody typing: a field that is moved loses the focus.
  const typing = document.activeElement === input
  input.replaceWith(box)
  box.append(input, button)
  if (typing) input.focus()
}

/**
 * @param {HTMLElement} field
 * @param {string} [text] nothing takes away what was said
 */
function say(field, text) {
  document.getElementById(`${field.id}-error`)?.remove()
  const others = (field.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .filter((id) => id !== '' && id !== `${field.id}-error`)
  const ids = text ? [`${field.id}-error`, ...others] : others
  if (ids.length > 0) field.setAttribute('aria-describedby', ids.join(' '))
  else field.removeAttribute('aria-describedby')
  if (!text) return field.removeAttribute('aria-invalid')
  field.setAttribute('aria-invalid', 'true')
  const error = document.createElement('p')
  error.className = 'error'
  error.id = `${field.id}-error`
  error.textContent = text
  ;(field.closest('.pw') ?? field).before(error)
}

/** What was refused was another e-mail: editing it takes the refusal away (spec section 5). */
const flagged = document.querySelector('form[data-email-flag]')
if (flagged instanceof HTMLFormElement) {
  const field = document.getElementById(flagged.dataset.emailFlag ?? '')
  const clear = () => {
    if (!field) return
    document.getElementById(`${field.id}-hint`)?.remove()
    say(field)
    field.removeAttribute('aria-describedby')
    document.getElementById('errors')?.remove()
    document.title = document.title.replace(/^Error: /, '')
  }
  flagged.querySelector('input[name=email]')?.addEventListener('input', clear, { once: true })
}

/** A new password is checked when it is left (spec section 5), and again with each letter that mends it. */
for (const input of document.querySelectorAll('input[autocomplete=new-password]')) {
  if (!(input instanceof HTMLInputElement)) continue
  const short = () => input.value.length > 0 && input.value.length < 6
  input.addEventListener('blur', ({ relatedTarget }) => {
    // A sentence coming in under the pointer would move the pressed button away.
    if (relatedTarget instanceof HTMLButtonElement) return
    if (short()) say(input, 'Length should be at least 6 characters')
  })
  input.addEventListener('input', () => {
    if (input.value.length >= 6) say(input)
  })
}
