// @ts-check
// Asks the browser for a passkey and sends its answer with the form. Without this script, or where
// a browser has no passkeys, the code of the app does it.

/**
 * @param {HTMLFormElement} form
 * @param {string} text
 */
function tell(form, text) {
  const box = form.querySelector('[data-passkey-said]')
  if (box) box.textContent = text
}

/** @param {HTMLFormElement} form */
async function ask(form) {
  const purpose = form.dataset['passkey'] ?? ''
  const sent = await fetch('/staff/passkey-challenge', {
    method: 'POST',
    body: new URLSearchParams({ purpose }),
    headers: { Accept: 'application/json' },
  })
  const { options, failure } = await sent.json()
  if (!options) throw new Error(failure)
  const made =
    purpose === 'register'
      ? await navigator.credentials.create({
          publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options),
        })
      : await navigator.credentials.get({
          publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options),
        })
  const field = form.elements.namedItem('credential')
  if (!(made instanceof PublicKeyCredential) || !(field instanceof HTMLInputElement)) throw new Error()
  field.value = JSON.stringify(made.toJSON())
}

const known =
  typeof PublicKeyCredential === 'function' && 'parseRequestOptionsFromJSON' in PublicKeyCredential
for (const form of document.querySelectorAll('form[data-passkey]')) {
  if (!known || !(form instanceof HTMLFormElement)) continue
  form.hidden = false
  form.addEventListener('submit', (event) => {
    const field = form.elements.namedItem('credential')
    if (!(field instanceof HTMLInputElement) || field.value !== '') return
    event.preventDefault()
    const name = form.elements.namedItem('name')
    if (name instanceof HTMLInputElement && name.value.trim() === '') {
      tell(form, 'Give it a name first.')
      name.focus()
      return
    }
    tell(form, 'Your browser asks you now.')
    const button = event.submitter
    ask(form).then(
      () => form.requestSubmit(button),
      (error) => {
        field.value = ''
        const left = error instanceof DOMException ? '' : error.message
        tell(form, left || 'That did not work. Try again, or use the code of your app.')
      },
    )
  })
}
