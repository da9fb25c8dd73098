import { type RescheduleClaim } from '#contract/call-off.ts'
import { formatDollars } from '../format/format-dollars.ts'
import { ErrorSummary } from '../ui/error-summary.tsx'
import { PickCard } from '../ui/pick-card.tsx'
import { SubmitButton } from '../ui/submit-button.tsx'
import { type ShownFlight, WaitlistPage } from '../waitlist/waitlist-page.tsx'
import { partyWords } from '../waitlist/waitlist-text.ts'
import { moneyWords, reasonWords, whenWords } from './rebooking-text.ts'

export interface ClaimPageProps {
  claim: RescheduleClaim
  flight: ShownFlight
  /** Until when it can be chosen. */
  until: string
  /** Until when each alternative is kept, by its id. */
  keptUntil: Readonly<Record<number, string>>
  action: string
  /** What was wrong with what was sent. */
  problem: string | undefined
  contact: { phone: string; email: string }
}

/** A flight that was called off, and all that its buyer may have instead: one form, one choice. */
export function ClaimPage(props: ClaimPageProps) {
  const { claim, flight, until, action, problem, contact } = props
  const choices = claim.alternatives.length > 0 || claim.voucher_amount !== null || claim.refund !== null
  return (
    <WaitlistPage
      flight={flight}
      title="Your flight is called off"
      above={
        problem ? <ErrorSummary items={[{ text: problem, target: choices ? 'choice' : undefined }]} /> : null
      }
    >
      <p className="lede mt4">
        {reasonWords(claim)} We are sorry. {claim.note}
      </p>
      <p className="mt4">
        Order {claim.order_number}. You can choose until <strong>{until}</strong>.{' '}
        {claim.voucher_amount === null
          ? null
          : 'If you do not, the voucher is yours by itself: nothing is lost.'}
      </p>
      {claim.money_message ? <p className="alert warn mt5">{claim.money_message}</p> : null}
      {choices ? <ClaimChoices {...props} legend="What would you like instead?" /> : null}
      <OtherTimes claim={claim} action={action} />
      <p className="group muted">
        Something else? Call us at <span className="nowrap">{contact.phone}</span>, or write to{' '}
        {contact.email}.
      </p>
    </WaitlistPage>
  )
}

/** Looks for other departures; nothing where there is nothing more to look for. */
export function OtherTimes({ claim, action }: Pick<ClaimPageProps, 'claim' | 'action'>) {
  if (!claim.renewable) return null
  return (
    <form method="post" action={action} className="group">
      <h2 className="h3">
        {claim.alternatives.length > 0 ? 'None of these times?' : 'Would you rather fly at another time?'}
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

/**
 * Everything the buyer may have instead: one form, one choice. Staff read it to a caller in the
 * same words.
 */
export function ClaimChoices({
  claim,
  keptUntil,
  action,
  problem,
  legend,
}: Pick<ClaimPageProps, 'claim' | 'keptUntil' | 'action' | 'problem'> & { legend: string }) {
  const { voucher_amount: voucher, refund } = claim
  return (
    <form method="post" action={action} className="group" noValidate>
      <fieldset aria-describedby={problem ? 'errors' : undefined}>
        <legend className="h3">{legend}</legend>
        <div className="picks mt5" id="choice" tabIndex={-1}>
          {claim.alternatives.map(({ id, flight }) => (
            <PickCard
              key={id}
              id={`alternative-${String(id)}`}
              type="radio"
              name="choice"
              value={`alternative:${String(id)}`}
              title={whenWords(flight)}
              price="No charge"
            >
              We keep {partyWords(claim)} for you until {keptUntil[id]}
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
              price={moneyWords(refund)}
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
