import { type RescheduleQuote } from '#contract/reschedule.ts'
import { breakdownRows } from '../checkout/breakdown-rows.ts'
import { formatDollars } from '../checkout/format-dollars.ts'
import { formatDay, formatTime, localTimeOf } from '../checkout/local-time.ts'
import { TermsLine } from '../checkout/terms-line.tsx'
import { TermsNote } from '../checkout/terms-note.tsx'
import { Breakdown } from '../components/ui/breakdown.tsx'
import { SubmitButton } from '../components/ui/submit-button.tsx'
import { CardWay } from '../orders/upgrade-payment.tsx'
import { movingOf, moveSearch } from './move-choice.ts'
import { type MoveDeparture, type MovePage, type MoveRefusal } from './move-page.ts'

interface Props {
  page: MovePage
  chosen: MoveDeparture
  quote: RescheduleQuote
  refusal: MoveRefusal | undefined
}

/** What the move costs, to the cent, how it is paid, and the button. */
export function ReschedulePayment({ page, chosen, quote, refusal }: Props) {
  const { path, choice, formKey, cards, flight } = page
  const { departure } = chosen
  if (quote.quote === null) {
    return (
      <p className="mt4" role="status" id="to-pay">
        {quote.message}
      </p>
    )
  }
  const until = quote.valid_until ? formatTime(localTimeOf(quote.valid_until, flight.timezone)) : ''
  return (
    <form id="to-pay" method="post" action={`${path}${moveSearch(choice)}`} className="form mt4" noValidate>
      <input type="hidden" name="key" value={formKey} />
      <input type="hidden" name="quote" value={quote.quote} />
      <input type="hidden" name="depart_at" value={departure.depart_at} />
      <input type="hidden" name="reschedule_fee" value={quote.reschedule_fee} />
      <input type="hidden" name="reschedule_price_difference" value={quote.reschedule_price_difference} />
      <p>
        {whoMoves(page)} to{' '}
        <b>
          {formatDay(departure.local_date)}, {formatTime(departure.local_time)} {departure.timezone_label}
        </b>
        .
      </p>
      <Breakdown
        rows={breakdownRows(quote)}
        total={formatDollars(quote.amount_due ?? 0)}
        totalLabel="To pay"
      />
      <p className="sm subtle">
        This price holds until {until} {flight.timezone_label}.
      </p>
      <Credit page={page} quote={quote} />
      {quote.amount_due === null ? (
        <p className="note">Nothing is left to pay by card.</p>
      ) : (
        <CardWay
          cards={cards}
          picked={refusal?.typed['card']}
          error={refusal?.problems['card']}
          until="Your old seats are given up only once the new ones are yours."
        />
      )}
      <TermsLine
        error={refusal?.problems['terms_and_conditions']}
        accepted={refusal?.typed['terms_and_conditions'] !== undefined}
      >
        <TermsNote />
      </TermsLine>
      <SubmitButton intent="move" price={formatDollars(quote.amount_due ?? 0)}>
        Reschedule
      </SubmitButton>
    </form>
  )
}

function whoMoves({ open, choice }: MovePage): string {
  const moving = movingOf(open, choice).length
  if (open.quantity_type === 'flight' || moving >= open.party) return 'Your party moves'
  return moving === 1 ? 'One passenger moves' : `${String(moving)} passengers move`
}

/** Credit changes the price, so it is chosen by an address: the page answers with the new one. */
function Credit({ page: { path, choice }, quote }: { page: MovePage; quote: RescheduleQuote }) {
  if (quote.credit_available === null || quote.total === 0) return null
  return (
    <p className="sm">
      {choice.useCredit
        ? `Your account credit pays ${formatDollars(quote.credits)} of it. `
        : `You have ${formatDollars(quote.credit_available)} of account credit. `}
      <a href={`${path}${moveSearch(choice, { useCredit: !choice.useCredit })}#pay`}>
        {choice.useCredit ? 'Keep the credit' : 'Use it'}
      </a>
    </p>
  )
}
