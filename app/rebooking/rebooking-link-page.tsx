import { FormErrors, TextField } from '../ui/form/fields.tsx'
import { type FormAnswer } from '../ui/form/form-shape.ts'
import { useShopForm } from '../ui/form/use-shop-form.ts'
import { SubmitButton } from '../ui/submit-button.tsx'
import { REBOOKING_LINK_SHAPE } from './rebooking-link-form.ts'

export interface RebookingLinkPageProps {
  /** The e-mail of the logged-in account. */
  email: string
  answer: FormAnswer | undefined
  sent: boolean
}

const LEAD =
  'When we have to call a flight off, everybody who booked it gets a mail with a link: ' +
  'another time, a voucher for all that was paid, or the money where the fare gives it back.'

/** The page without a link: explains it and mails it again. */
export function RebookingLinkPage({ email, answer, sent }: RebookingLinkPageProps) {
  const form = useShopForm(REBOOKING_LINK_SHAPE, answer, { email })
  return (
    <div className="wrap narrow section checkout">
      <div className="panel-column">
        <FormErrors form={form} />
        <h1>{sent ? 'Look into your mailbox' : 'Your flight was called off?'}</h1>
        <p className="lede mt4 mb6">
          {sent
            ? 'If this order is yours and one of its flights was called off, a mail with your ' +
              'link is on its way. It comes to the address of the order, once in ten minutes at ' +
              'most.'
            : LEAD}
        </p>
        <form method="post" action="/reschedule-credits/claim" {...form.props} className="form">
          <TextField
            field={form.fields.order_number}
            label="Order number"
            need="required"
            hint="O- and some digits: it is in every mail about your order."
            autoComplete="off"
            spellCheck={false}
          />
          <TextField
            field={form.fields.email}
            label="Email"
            type="email"
            need="required"
            autoComplete="email"
            inputMode="email"
          />
          <SubmitButton>{sent ? 'Send it once more' : 'Send me the link'}</SubmitButton>
        </form>
      </div>
    </div>
  )
}
