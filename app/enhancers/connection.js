// @ts-check
// Says on staff pages that the connection is away, and keeps a form from being sent into nothing:
// the browser's own error page would take what was typed.

const place = document.querySelector('[data-offline]')
/** @type {HTMLElement | undefined} */
let line

function tell() {
  if (navigator.onLine) {
    line?.remove()
    line = undefined
  } else if (!line && place instanceof HTMLElement) {
    line = document.createElement('p')
    line.className = 'desk-offline'
    line.setAttribute('role', 'alert')
    line.textContent = place.dataset['offline'] ?? ''
    place.after(line)
  }
}

addEventListener('online', tell)
addEventListener('offline', tell)
document.addEventListener('submit', (event) => {
  if (!navigator.onLine) event.preventDefault()
  tell()
})
tell()
