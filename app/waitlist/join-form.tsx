import { LARGEST_PARTY } from '../visit/checkout-query.ts'
import { Check } from '../ui/check.tsx'
import { ErrorSummary } from '../ui/error-summary.tsx'
import { Field } from '../ui/field.tsx'
import { PickCard } from '../ui/pick-card.tsx'
import { SubmitButton } from '../ui/submit-button.tsx'
import { GuestFields } from '../account/guest-fields.tsx'
import { type ShownFlight, WaitlistPage } from './waitlist-page.tsx'
import { type FieldProblems } from '../ui/form-fields.ts'

export interface JoinFormProps {
  flight: ShownFlight
  action: string
  /** Path of the day with its other departures. */
  otherHref: string
  /** What single seats and the whole aircraft are called here, as far as both are sold. */
  sold: { seats: boolean; flights: boolean }
  typed: Readonly<Record<string, string>>
  problems: FieldProblems
  /** What belongs to no field. */
  text: string
}

const LABELS: Readonly<Record<string, string>> = { quantity: 'Party', email: 'Email', phone: 'Phone' }

/** Asks who waits, for how many, and whether we may write: one form, without a script. */
export function JoinForm({ flight, action, otherHref, sold, typed, problems, text }: JoinFormProps) {
  const fields = Object.entries(problems).map(([field, problem = '']) => ({
    text: LABELS[field] ? `${LABELS[field]}: ${problem}` : problem,
    target: field,
  }))
  return (
    <WaitlistPage
      flight={flight}
      title="Join the waitlist"
      above={<ErrorSummary items={[...(text ? [{ text }] : []), ...fields]} />}
    >
      <p className="lede mt4 mb6">
        This flight is full for your party. If seats come free, we keep them for you for a while and write to
        you at once. Waiting costs nothing.
      </p>
      <form method="post" action={action} noValidate>
        <section className="group" aria-labelledby="party">
          <h2 id="party">How many are you?</h2>
          <div className="form">
            <Field
              id="quantity"
              name="quantity"
              label="Party"
              need="required"
              hint="You can join once more later with another number: it replaces this one."
              error={problems['quantity']}
              defaultValue={typed['quantity']}
              type="number"
              inputMode="numeric"
              min={1}
              max={LARGEST_PARTY}
              autoComplete="off"
            />
          </div>
          <KindPicker sold={sold} chosen={typed['quantity_type']} />
        </section>
        <section className="group" aria-labelledby="who">
          <h2 id="who">Where do we write to?</h2>
          <GuestFields typed={typed} problems={problems} hint="The seats’ link goes here." />
          <div className="mt5">
            <Check
              id="consent"
              name="consent"
              label="Write to me about this flight"
              error={problems['consent']}
              defaultChecked={typed['consent'] === 'on'}
              describedBy="consent-note"
            />
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

function KindPicker({ sold, chosen }: Pick<JoinFormProps, 'sold'> & { chosen: string | undefined }) {
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
