import { sandboxUrl } from './provider-call.ts'
import { dialogSheets } from './field-style.ts'

/**
 * Shows the bank's challenge in the page until it is answered or closed.
 * @param answered called after every step inside; true ends the dialog
 * @returns whether it was answered; false when the shopper closed it
 */
export function showAuthentication(intentId: string, answered: () => Promise<boolean>): Promise<boolean> {
  const host = document.createElement('div')
  const dialog = document.createElement('dialog')
  const frame = document.createElement('iframe')
  const close = document.createElement('button')
  const title = document.createElement('h2')
  const header = document.createElement('header')
  title.id = 'title'
  title.textContent = 'Your bank asks'
  close.type = 'button'
  close.textContent = 'Cancel'
  header.append(title, close)
  frame.title = 'Confirm with your bank'
  frame.src = `${sandboxUrl}/3ds/${encodeURIComponent(intentId)}`
  dialog.setAttribute('aria-labelledby', title.id)
  dialog.append(header, frame)
  const root = host.attachShadow({ mode: 'open' })
  root.adoptedStyleSheets = dialogSheets()
  root.append(dialog)
  document.body.append(host)

  return new Promise<boolean>((settle) => {
    const end = (outcome: boolean) => {
      settle(outcome)
      dialog.close()
      host.remove()
    }
    frame.addEventListener('load', () => {
      // Without a response from the provider the frame stays open; its next step or closing it
      // continues.
      void answered().then(
        (done) => done && end(true),
        () => undefined,
      )
    })
    // The Escape key closes it too; after an answer this has no effect.
    dialog.addEventListener('close', () => end(false))
    close.addEventListener('click', () => end(false))
    dialog.showModal()
  })
}
