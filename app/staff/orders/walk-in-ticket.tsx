import { type Order } from '#contract/order.ts'
import { FormErrors, TextField } from '../../ui/form/fields.tsx'
import { type FormAnswer } from '../../ui/form/form-shape.ts'
import { useShopForm } from '../../ui/form/use-shop-form.ts'
import { QrCode } from '../../ui/qr-code.tsx'
import { EMAIL_SHAPE } from './order-forms.ts'

interface WalkInTicketProps {
  order: Order
  /** Opens the ticket; null while it is not paid. */
  url: string | null
  refusal: FormAnswer | undefined
}

/** The ticket of somebody without an e-mail: a code to scan, and a field for an address after all. */
export function WalkInTicket({ order, url, refusal }: WalkInTicketProps) {
  const form = useShopForm(EMAIL_SHAPE, refusal)
  if (order.email !== null) return null
  return (
    <section className="desk-part" aria-labelledby="ticket-code">
      <h2 id="ticket-code">Ticket without an e-mail</h2>
      {url === null ? (
        <p className="muted">The code of the ticket stands here as soon as the order is paid.</p>
      ) : (
        <>
          <QrCode text={url} label="The ticket, to be scanned" />
          <p>
            They scan this and keep the page: ticket, calendar and receipt. <a href={url}>Open it to print</a>
          </p>
        </>
      )}
      <FormErrors form={form} />
      <form
        method="post"
        action={`/staff/orders/${String(order.id)}`}
        className="desk-find"
        aria-label="Add an e-mail"
        {...form.props}
      >
        <TextField field={form.fields.email} type="email" maxLength={254} autoComplete="off" />
        <button type="submit" className="btn second small" name="intent" value="add_email">
          {url === null ? 'Add the e-mail' : 'Add it and mail the ticket'}
        </button>
      </form>
    </section>
  )
}
