import { type RebookingOffer } from '#contract/call-off.ts'
import { formatDollars } from '../format/format-dollars.ts'
import { ErrorSummary } from '../ui/error-summary.tsx'
import { PickCard } from '../ui/pick-card.tsx'
import { SubmitButton } from '../ui/submit-button.tsx'
import { type ShownFlight, WaitlistPage } from '../waitlist/waitlist-page.tsx'
import { describeParty } from '../waitlist/waitlist-text.ts'
import { describeReturnedMoney, describeCancellationReason, formatDepartureTime } from './rebooking-text.ts'

export interface RebookingPageProps {
  offer: RebookingOffer
  flight: ShownFlight
  /** Until when it can be chosen. */
  until: string
  /** Until when each alternative is held, by its id. */
  heldUntil: Readonly<Record<number, string>>
  action: string
  /** The error of the submitted form. */
  problem: string | undefined
  contact: { phone: string; email: string }
}

/** The alternatives to a cancelled flight, as one form with one choice. */
export function RebookingPage(props: RebookingPageProps) {
  const { offer, flight, until, action, problem, contact } = props
  const choices = offer.alternatives.length > 0 || offer.voucher_amount !== null || offer.refund !== null
  return (
    <WaitlistPage
      flight={flight}
      title="Your flight is called off"
      above={
        problem ? <ErrorSummary items={[{ text: problem, target: choices ? 'choice' : undefined }]} /> : null
      }
    >
      <p className="lede mt4">
        {describeCancellationReason(offer)} We are sorry. {offer.note}
      </p>
      <p className="mt4">
        Order {offer.order_number}. You can choose until <strong>{until}</strong>.{' '}
        {offer.voucher_amount === null
          ? null
          : 'If you do not, the voucher is yours by itself: nothing is lost.'}
      </p>
      {offer.money_message ? <p className="alert warn mt5">{offer.money_message}</p> : null}
      {choices ? <RebookingChoices {...props} legend="What would you like instead?" /> : null}
      <OtherTimes offer={offer} action={action} />
      <img src={action.replace(/claim$/, 'opened.gif')} alt="" width="1" height="1" />
      <p className="group muted">
        Something else? Call us at <span className="nowrap">{contact.phone}</span>, or write to{' '}
        {contact.email}.
      </p>
    </WaitlistPage>
  )
}

/** Requests other departures; renders nothing if there are no more. */
export function OtherTimes({ offer, action }: Pick<RebookingPageProps, 'offer' | 'action'>) {
  if (!offer.renewable) return null
  return (
    <form method="post" action={action} className="group">
      <h2 className="h3">
        {offer.alternatives.length > 0 ? 'None of these times?' : 'Would you rather fly at another time?'}
      </h2>
      <p className="muted mt4 mb5">
        We look for the next three days with room for your party and keep them for you.
      </p>
      <SubmitButton intent="renew" className="second">
        Look for other times
      </SubmitButton>
    </form>
  )
}

/** All alternatives as one form with one choice. Staff read the same texts to a caller. */
export function RebookingChoices({
  offer,
  heldUntil,
  action,
  problem,
  legend,
}: Pick<RebookingPageProps, 'offer' | 'heldUntil' | 'action' | 'problem'> & { legend: string }) {
  const { voucher_amount: voucher, refund } = offer
  return (
    <form method="post" action={action} className="group" noValidate>
      <fieldset aria-describedby={problem ? 'errors' : undefined}>
        <legend className="h3">{legend}</legend>
        <div className="picks mt5" id="choice" tabIndex={-1}>
          {offer.alternatives.map(({ id, flight }) => (
            <PickCard
              key={id}
              id={`alternative-${String(id)}`}
              type="radio"
              name="choice"
              value={`alternative:${String(id)}`}
              title={formatDepartureTime(flight)}
              price="No charge"
            >
              We keep {describeParty(offer)} for you until {heldUntil[id]}
            </PickCard>
          ))}
          {voucher === null ? null : (
            <PickCard
              id="voucher"
              type="radio"
              name="choice"
              value="voucher"
              title="A re-schedule voucher"
              price={formatDollars(voucher)}
            >
              All that you paid, fees and taxes too. Good for three years, on any of our flights
            </PickCard>
          )}
          {refund ? (
            <PickCard
              id="refund"
              type="radio"
              name="choice"
              value="refund"
              title="Your money back"
              price={describeReturnedMoney(refund)}
            >
              To {refund.to.map(({ label }) => label).join(', ')}
            </PickCard>
          ) : null}
        </div>
      </fieldset>
      {voucher === null ? null : <input type="hidden" name="voucher_amount" value={voucher} />}
      {refund ? <input type="hidden" name="refund_amount" value={refund.amount} /> : null}
      <div className="mt5">
        <SubmitButton intent="choose">Choose this</SubmitButton>
      </div>
      <p className="sm subtle mt4">
        You choose once. A new time costs no fee, and nothing on top if it is a dearer one.
      </p>
    </form>
  )
}
