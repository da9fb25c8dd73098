import { ShareFields } from './share-fields.tsx'

const EMPTY = { recipient: '', message: '' }

/** Where scripts run, 'Send As Gift' opens it with what is selected; without, it leads to the page of its own. */
export function ShareDialog() {
  return (
    <dialog id="send-gifts" aria-labelledby="send-gifts-title">
      <form method="post" action="/account/gift-cards/share" className="form" noValidate>
        <div className="dialog-head">
          <h2 id="send-gifts-title">Send as gift</h2>
          <button type="button" className="link-btn" data-close="">
            Close
          </button>
        </div>
        <p className="muted" data-chosen="" />
        <div data-ids="" hidden />
        <ShareFields typed={EMPTY} problems={{}} />
        <button type="submit" className="btn full" name="intent" value="send">
          Send
        </button>
      </form>
    </dialog>
  )
}
