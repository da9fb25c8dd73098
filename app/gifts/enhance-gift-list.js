// @ts-check
// Improves the page of gift cards where scripts run; it works without this script.

const list = document.getElementById('choose-gifts')
const buttons = list?.querySelectorAll('button:not([data-more])') ?? []
const dialog = document.getElementById('send-gifts')

const chosen = () => [...(list?.querySelectorAll('input:checked') ?? [])]

/** The buttons are disabled until something is selected (spec section 2). */
function follow() {
  for (const button of buttons) button.toggleAttribute('disabled', chosen().length === 0)
}

/** Updates the dialog with the selection; what was typed in it stays. */
function fill() {
  const ids = dialog?.querySelector('[data-ids]')
  const summary = dialog?.querySelector('[data-chosen]')
  const title = dialog?.querySelector('h2')
  if (!ids || !summary || !title) return
  const boxes = chosen()
  ids.replaceChildren(
    ...boxes.map((box) => {
      const input = document.createElement('input')
      input.type = 'hidden'
      if (box instanceof HTMLInputElement) {
        input.name = box.name
        input.value = box.value
      }
      return input
    }),
  )
  summary.textContent = boxes.map((box) => box.getAttribute('aria-label')?.replace(/^Select /, '')).join(', ')
  title.textContent = boxes.length === 1 ? 'Send 1 gift' : `Send ${boxes.length} gifts`
}

list?.addEventListener('change', follow)
list?.addEventListener('submit', (event) => {
  const button = event instanceof SubmitEvent && event.submitter
  // The link to the page inside of the dialog is followed normally.
  if (!(button instanceof HTMLElement) || button.hasAttribute('data-more')) return
  if (typeof HTMLDialogElement === 'undefined' || !(dialog instanceof HTMLDialogElement)) return
  event.preventDefault()
  fill()
  import(dialog.dataset['dialogScript'] ?? '').then(
    async ({ openDialog }) => {
      await openDialog(dialog, button)
      const recipient = dialog.querySelector('input[name=recipient]')
      if (recipient instanceof HTMLElement) recipient.focus()
    },
    () => list instanceof HTMLFormElement && list.submit(),
  )
})
addEventListener('pageshow', follow)
follow()
