import { opensDialog } from '../ui/opens-dialog.ts'
import { useShopForm } from '../ui/form/use-shop-form.ts'
import { ShareFields } from './share-fields.tsx'
import { SHARE_SHAPE } from './share-form.ts'

/**
 * Where scripts run, 'Send As Gift' opens this dialog with the selection; without scripts it leads
 * to a separate page.
 */
export function ShareDialog({ limited }: { limited: boolean }) {
  const form = useShopForm(SHARE_SHAPE, undefined)
  return (
    <dialog
      id="send-gifts"
      className="dialog"
      aria-labelledby="send-gifts-title"
      data-dialog-script={opensDialog['data-dialog']}
      data-dialog-sheet={opensDialog['data-dialog-sheet']}
    >
      <form method="post" action="/account/gift-cards/share" className="form" {...form.props}>
        <div className="dialog-head">
          <h2 id="send-gifts-title">Send as gift</h2>
          <button type="button" className="link-btn" data-close="">
            Close
          </button>
        </div>
        <p className="muted" data-chosen="" />
        <div data-ids="" hidden />
        <ShareFields fields={form.fields} withDay={!limited} />
        <button type="submit" className="btn full" name="intent" value="send">
          Send
        </button>
        {limited ? null : (
          <p className="sm">
            <button type="submit" className="link-btn" form="choose-gifts" data-more="">
              Propose a day, or print it at home
            </button>
          </p>
        )}
      </form>
    </dialog>
  )
}
