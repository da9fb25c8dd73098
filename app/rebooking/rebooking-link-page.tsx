import { ErrorSummary } from '../ui/error-summary.tsx'
import { Field } from '../ui/field.tsx'
import { SubmitButton } from '../ui/submit-button.tsx'

export interface RebookingLinkPageProps {
  typed: { order_number: string; email: string }
  problems: { order_number?: string | undefined; email?: string | undefined }
  /** What is wrong with none of the fields. */
  text: string | undefined
  sent: boolean
}

const LEAD =
  'When we have to call a flight off, everybody who booked it gets a mail with a link: ' +
  'another time, a voucher for all that was paid, or the money where the fare gives it back.'

/** Without a link: what it is for, and the way to have it mailed again. */
export function RebookingLinkPage({ typed, problems, text, sent }: RebookingLinkPageProps) {
  const items = [
    ...(problems.order_number ? [{ text: problems.order_number, target: 'order_number' }] : []),
    ...(problems.email ? [{ text: problems.email, target: 'email' }] : []),
    ...(text ? [{ text }] : []),
  ]
  return (
    <div className="wrap narrow section checkout">
      <div className="panel-column">
        <ErrorSummary items={items} />
        <h1>{sent ? 'Look into your mailbox' : 'Your flight was called off?'}</h1>
        <p className="lede mt4 mb6">
          {sent
            ? 'If this order is yours and one of its flights was called off, a mail with your ' +
              'link is on its way. It comes to the address of the order, once in ten minutes at ' +
              'most.'
            : LEAD}
        </p>
        <form method="post" action="/reschedule-credits/claim" className="form" noValidate>
          <Field
            id="order_number"
            name="order_number"
            label="Order number"
            need="required"
            hint="O- and some digits: it is in every mail about your order."
            error={problems.order_number}
            defaultValue={typed.order_number}
            autoComplete="off"
            spellCheck={false}
          />
          <Field
            id="email"
            name="email"
            type="email"
            label="Email"
            need="required"
            error={problems.email}
            defaultValue={typed.email}
            autoComplete="email"
            inputMode="email"
          />
          <SubmitButton>{sent ? 'Send it once more' : 'Send me the link'}</SubmitButton>
        </form>
      </div>
    </div>
  )
}
