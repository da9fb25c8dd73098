import { LARGEST_PARTY } from '../visit/checkout-query.ts'
import { PickCard } from '../ui/pick-card.tsx'
import { SubmitButton } from '../ui/submit-button.tsx'
import { GuestFields } from '../account/guest-fields.tsx'
import { CheckField, FormErrors, TextField } from '../ui/form/fields.tsx'
import { type FormAnswer } from '../ui/form/form-shape.ts'
import { useShopForm } from '../ui/form/use-shop-form.ts'
import { JOIN_SHAPE } from './join-shape.ts'
import { type ShownFlight, WaitlistPage } from './waitlist-page.tsx'

export interface JoinFormProps {
  flight: ShownFlight
  action: string
  /** Path of the day with its other departures. */
  otherHref: string
  /** The labels of single seats and the whole aircraft, as far as both are sold. */
  sold: { seats: boolean; flights: boolean }
  /** The initial values of the fields. */
  known: Readonly<Record<string, string>>
  answer: FormAnswer | undefined
}

/** Asks for the party, the contact, and the consent to mails: one form, without a script. */
export function JoinForm({ flight, action, otherHref, sold, known, answer }: JoinFormProps) {
  const form = useShopForm(JOIN_SHAPE, answer, known)
  const { quantity, quantity_type, consent } = form.fields
  return (
    <WaitlistPage flight={flight} title="Join the waitlist" above={<FormErrors form={form} />}>
      <p className="lede mt4 mb6">
        This flight is full for your party. If seats come free, we keep them for you for a while and write to
        you at once. Waiting costs nothing.
      </p>
      <form method="post" action={action} {...form.props}>
        <section className="group" aria-labelledby="party">
          <h2 id="party">How many are you?</h2>
          <div className="form">
            <TextField
              field={quantity}
              need="required"
              hint="You can join once more later with another number: it replaces this one."
              type="number"
              inputMode="numeric"
              min={1}
              max={LARGEST_PARTY}
              autoComplete="off"
            />
          </div>
          <KindPicker sold={sold} chosen={quantity_type.meta.initialValue} />
        </section>
        <section className="group" aria-labelledby="who">
          <h2 id="who">Where do we write to?</h2>
          <GuestFields fields={form.fields} hint="The seats’ link goes here." />
          <div className="mt5">
            <CheckField field={consent} label="Write to me about this flight" describedBy="consent-note" />
            <p className="hint" id="consent-note">
              Only about this one: that you wait, that seats came free, or that none did. Every mail has a
              link to leave. See our <a href="/privacy-policy">Privacy Policy</a>.
            </p>
          </div>
        </section>
        <div className="group btn-row">
          <SubmitButton className="grow">Join the waitlist</SubmitButton>
          <a className="btn second" href={otherHref}>
            Other departures
          </a>
        </div>
      </form>
    </WaitlistPage>
  )
}

function KindPicker({ sold, chosen }: Pick<JoinFormProps, 'sold'> & { chosen: unknown }) {
  if (!sold.seats || !sold.flights) {
    return <input type="hidden" name="quantity_type" value={sold.seats ? 'seat' : 'flight'} />
  }
  return (
    <fieldset className="mt5">
      <legend className="flabel">You would take</legend>
      <div className="picks mt4" id="quantity_type">
        <PickCard
          id="kind-seat"
          type="radio"
          name="quantity_type"
          value="seat"
          title="Single seats"
          defaultChecked={chosen !== 'flight'}
        >
          Together on one aircraft, with others perhaps
        </PickCard>
        <PickCard
          id="kind-flight"
          type="radio"
          name="quantity_type"
          value="flight"
          title="The whole aircraft"
          defaultChecked={chosen === 'flight'}
        >
          Only if nobody else is on board
        </PickCard>
      </div>
    </fieldset>
  )
}
