import { type GiftPage } from '../server/load-gift-page.server.ts'
import { ServerPart } from '../components/server-part.tsx'
import { ErrorSummary, type SummaryItem } from '../components/ui/error-summary.tsx'
import { Field, FieldError, FieldLabel } from '../components/ui/field.tsx'
import { PickCard } from '../components/ui/pick-card.tsx'
import { Quantity } from '../components/ui/quantity.tsx'
import { EnterButton, SubmitButton } from '../components/ui/submit-button.tsx'
import { AccountNeeded, LogoutForm } from './buyer-details.tsx'
import { CardProblem } from './card/card-area.tsx'
import { LARGEST_PARTY } from './checkout-query.ts'
import { CodeBox } from './code-box.tsx'
import { formatDollars } from './format-dollars.ts'
import { GiftBar, GiftRail, GiftSteps } from './gift-summary.tsx'
import { GuestFields } from './guest-fields.tsx'
import { CARD_FIELD, type FieldProblems } from './pay-fields.ts'
import { TermsLine } from './terms-line.tsx'
import { SecuredBy, TermsNote } from './terms-note.tsx'

export interface GiftFormProps {
  page: GiftPage
  problems?: FieldProblems
  summary?: readonly SummaryItem[]
  accepted?: boolean
}

/** The page that sells gift cards: one form, all of it on the server; its sum beside it. */
export function GiftForm({ page, problems = {}, summary = [], accepted = false }: GiftFormProps) {
  const { quote } = page
  return (
    <>
      <GiftBar page={page} />
      <div className="wrap section checkout">
        <div className="with-rail">
          <div>
            <GiftSteps />
            <ErrorSummary items={summary} />
            <h1>Give {page.productName}</h1>
            <p className="lede mt4 mb6">
              A gift card pays one {page.unit === 'seat' ? 'seat' : 'whole aircraft'} on the departures it is
              good for, whatever that costs on the day. Good for nine years; whoever has it chooses the day.
            </p>
            {page.noGuests ? <AccountNeeded {...page.noGuests} /> : null}
            <form method="post" action={page.action} noValidate hidden={page.noGuests !== undefined}>
              <EnterButton intent="purchase" />
              <input type="hidden" name="form_key" value={page.formKey} />
              <input
                type="hidden"
                name="total"
                value={(quote?.order_total ?? quote?.total)?.toFixed(2) ?? ''}
              />
              <input type="hidden" name="due" value={quote?.amount_due ?? 0} />
              <What page={page} problems={problems} />
              <Recipient page={page} problems={problems} />
              <section className="group" aria-labelledby="details">
                <h2 id="details">Your details</h2>
                <BuyerPart page={page} problems={problems} />
              </section>
              <Payment page={page} problems={problems} accepted={accepted} />
            </form>
            {page.buyer ? <LogoutForm next={page.path} /> : null}
          </div>
          <GiftRail page={page} />
        </div>
      </div>
    </>
  )
}

/** How it is paid: a saved card, the hosted page, vouchers and credit. */
function Payment({ page, problems, accepted }: PartProps & { accepted: boolean }) {
  const total = page.quote && formatDollars(page.quote.amount_due ?? 0)
  return (
    <section className="group" aria-labelledby="payment">
      <h2 id="payment">Payment</h2>
      <div className="payment">
        <CardProblem problem={problems[CARD_FIELD]} id="card" />
        {page.payWith === 'card' ? (
          <p className="note">You pay on our payment provider’s secure page. Then you are back here.</p>
        ) : null}
        <ServerPart html={page.savedCards} />
        <ServerPart html={page.tenderPanel} />
        <TermsLine error={problems['terms_and_conditions']} accepted={accepted}>
          <TermsNote />
        </TermsLine>
        <SubmitButton intent="purchase" className="full tall mt5" price={total}>
          Purchase
        </SubmitButton>
        <SecuredBy />
      </div>
    </section>
  )
}

interface PartProps {
  page: GiftPage
  problems: FieldProblems
}

/** Which fare, how many, and a code. */
function What({ page, problems }: PartProps) {
  return (
    <section className="group" aria-labelledby="gift">
      <h2 id="gift">The gift</h2>
      <fieldset>
        <legend className="flabel">Good for</legend>
        <FieldError id="fare" error={problems['fare']} />
        <div className="picks" id="fare">
          {page.fares.map((fare) => (
            <PickCard
              key={fare.id}
              id={`fare-${String(fare.id)}`}
              type="radio"
              name="fare"
              value={fare.id}
              title={fare.name}
              price={fare.total === undefined ? undefined : formatDollars(fare.total)}
              defaultChecked={fare.id === page.fareId}
            >
              {fare.goodFor}
            </PickCard>
          ))}
        </div>
        {page.fees.map(({ text, ofFare }) => (
          <p key={text + (ofFare ?? '')} className="hint mt4">
            {ofFare ? `${ofFare}. ` : ''}
            {text}
          </p>
        ))}
      </fieldset>
      <div className="mt5">
        <Quantity
          id="quantity"
          name="quantity"
          label="Quantity"
          value={page.quantity}
          max={LARGEST_PARTY}
          error={problems['quantity']}
          fewer="One fewer gift card"
          more="One more gift card"
        />
      </div>
      <CodeBox
        code={page.code}
        told={page.quote?.discount_code}
        error={problems['code'] ?? page.quote?.discount_code?.message ?? undefined}
        intent="price"
      />
      <p className="mt5">
        <SubmitButton intent="price" className="second small">
          Update the price
        </SubmitButton>
      </p>
    </section>
  )
}

/** To whom it goes, if we are to send it. */
function Recipient({ page: { typed, days }, problems }: PartProps) {
  const error = problems['message']
  return (
    <section className="group" aria-labelledby="recipient">
      <h2 id="recipient">Send it for you?</h2>
      <p className="mb5">
        Leave this empty to get the codes yourself, to print or to pass on. You get them in any case.
      </p>
      <div className="form">
        <Field
          id="recipient_email"
          name="recipient_email"
          label="Recipient Email"
          need="optional"
          error={problems['recipient_email']}
          defaultValue={typed['recipient_email']}
          type="email"
          inputMode="email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
        <div className="field">
          <FieldLabel id="message" label="Message" need="optional" />
          <FieldError id="message" error={error} />
          <textarea
            className="input"
            id="message"
            name="message"
            rows={4}
            defaultValue={typed['message']}
            aria-invalid={error ? true : undefined}
            aria-describedby={error && 'message-error'}
          />
        </div>
        <Field
          id="send_on"
          name="send_on"
          label="Send on"
          need="optional"
          hint="Empty sends it as soon as it is paid."
          error={problems['send_on']}
          defaultValue={typed['send_on']}
          type="date"
          min={days.first}
          max={days.last}
        />
      </div>
    </section>
  )
}

/** Who buys: the account, or a guest with an e-mail for the codes. */
function BuyerPart({ page: { buyer, typed }, problems }: PartProps) {
  if (buyer) {
    return (
      <div className="note">
        <p>
          <b>{buyer.name}</b>
        </p>
        <p>{buyer.email}</p>
        <p className="muted sm">
          The codes go to this address. Not you?{' '}
          <button type="submit" className="link-btn inline" form="log-out">
            Log out
          </button>
        </p>
      </div>
    )
  }
  return (
    <>
      <p className="mb5">
        Have an account?{' '}
        <button type="submit" className="link-btn inline" name="intent" value="login">
          Log in
        </button>
      </p>
      <p className="flabel guest-head">Continue as a guest</p>
      <GuestFields typed={typed} problems={problems} hint="The codes go here." />
    </>
  )
}
