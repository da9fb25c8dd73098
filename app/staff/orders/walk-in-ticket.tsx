import { type Order } from '#contract/order.ts'
import { type OrderTexting } from '#contract/text.ts'
import { FormErrors, TextField } from '../../ui/form/fields.tsx'
import { type FormAnswer } from '../../ui/form/form-shape.ts'
import { plainForm } from '../../ui/form/use-shop-form.ts'
import { QrCode } from '../../ui/qr-code.tsx'
import { Check } from '../../ui/check.tsx'
import { EMAIL_SHAPE, TICKET_TEXT_SHAPE } from './order-forms.ts'

interface WalkInTicketProps {
  order: Order
  /** Opens the ticket; null while it is not paid. */
  url: string | null
  texting: OrderTexting
  /** The refused form of the e-mail. */
  refusal: FormAnswer | undefined
  /** The refused form of the text. */
  textRefusal: FormAnswer | undefined
}

/** The ticket of somebody without an e-mail: a code to scan, and a field for an address after all. */
export function WalkInTicket({ order, url, texting, ...answers }: WalkInTicketProps) {
  const { refusal, textRefusal } = answers
  const form = plainForm(EMAIL_SHAPE, refusal)
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
            They scan this and keep the page: it is their ticket. <a href={url}>Open it to print</a>
          </p>
          <TextTicketForm texting={texting} refusal={textRefusal} />
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

/** Texts the ticket, once the customer has agreed to texts; a number may be typed here. */
function TextTicketForm({ texting, refusal }: { texting: OrderTexting; refusal: FormAnswer | undefined }) {
  const form = plainForm(TICKET_TEXT_SHAPE, refusal)
  const { phone, text_consent: consent } = form.fields
  const { state, number, words } = texting
  if (words === null) return null
  if (state === 'stopped') return <p className="muted sm">They answered STOP: no texts to {number}.</p>
  if (state === 'unreachable') return <p className="muted sm">{number} gets no texts.</p>
  return (
    <form method="post" action="#ticket-code" className="desk-find" aria-label="By text" {...form.props}>
      {number === null ? (
        <TextField field={phone} type="tel" maxLength={40} autoComplete="off" need="required" />
      ) : null}
      {state === 'agreed' ? null : (
        <Check
          label={`Read this out, and they agree: “${words}”`}
          error={consent.error}
          id={consent.id}
          name={consent.name}
          value={words}
        />
      )}
      <button type="submit" className="btn second small" name="intent" value="ticket_text">
        {number === null ? 'Text the ticket' : `Text ${number} the ticket`}
      </button>
    </form>
  )
}
