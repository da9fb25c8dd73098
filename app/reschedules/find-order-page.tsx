import { FormErrors, TextField } from '../ui/form/fields.tsx'
import { type FormAnswer } from '../ui/form/form-shape.ts'
import { useShopForm } from '../ui/form/use-shop-form.ts'
import { SubmitButton } from '../ui/submit-button.tsx'
import { CallUs } from './call-us.tsx'
import { RESCHEDULE_LINK_SHAPE } from './reschedule-link-form.ts'

interface Contact {
  contact: { phone: string; email: string }
}

interface FindProps extends Contact {
  order: string
  sent: boolean
  loggedIn: boolean
  answer: FormAnswer | undefined
}

/** Finds the order of a visitor who has neither an account nor the browser that bought it. */
export function FindOrderPage({ contact, order, sent, loggedIn, answer }: FindProps) {
  const form = useShopForm(RESCHEDULE_LINK_SHAPE, answer, { order_number: order })
  if (sent) return <LinkMailed contact={contact} />
  return (
    <div className="wrap section one-column">
      <FormErrors form={form} />
      <div className="head">
        <p className="eyebrow">Reschedule</p>
        <h1>Change your date</h1>
        <p>
          Tell us which order it is. We mail a link to the address it was bought with, and you choose a new
          date from there.
        </p>
      </div>
      <form method="post" action="/reschedule-flight" {...form.props} className="form">
        <TextField
          field={form.fields.order_number}
          label="Order number"
          need="required"
          hint="It stands on your ticket: O-1042, say."
          autoComplete="off"
          maxLength={20}
        />
        <TextField
          field={form.fields.email}
          label="Email"
          need="required"
          type="email"
          autoComplete="email"
        />
        <SubmitButton>Mail me the link</SubmitButton>
      </form>
      <p className="mt6">
        {loggedIn ? (
          <>
            Your own orders are in <a href="/account/orders">your account</a>, each with a way to move its
            flight.
          </>
        ) : (
          <>
            You have an account? <a href="/account?next=%2Faccount%2Forders">Log in</a> and open the order.
          </>
        )}
      </p>
      <CallUs contact={contact} />
    </div>
  )
}

/** The same for whatever was typed. */
function LinkMailed({ contact }: Contact) {
  return (
    <div className="wrap section one-column">
      <div className="head" role="status">
        <h1>Look in your mail.</h1>
        <p>
          If order number and e-mail belong together, a link to move the flight is on its way. It works for
          one day.
        </p>
      </div>
      <p>
        Nothing there after some minutes? <a href="/reschedule-flight">Look at what you typed</a> once more.
      </p>
      <CallUs contact={contact} />
    </div>
  )
}
