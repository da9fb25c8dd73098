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
  input.replaceWith(box)
  box.append(input, button)
}
