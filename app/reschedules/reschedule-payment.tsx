import { type RescheduleQuote } from '#contract/reschedule.ts'
import { Form } from '@remix-run/react'
import { type useBooking } from '../payments/card/use-booking.ts'
import { useStableCardSettings } from '../payments/card/use-last-card-settings.ts'
import { type PayRefusal } from '../payments/pay-answer.ts'
import { ELSEWHERE, PAYMENT_LABELS } from '../payments/pay-fields.ts'
import { type FormShape } from '../ui/form/form-shape.ts'
import { type ShopForm } from '../ui/form/use-shop-form.ts'
import { PaymentSection } from '../payments/payment-section.tsx'
import { breakdownRows } from '../catalogue/breakdown-rows.ts'
import { formatDollars } from '../format/format-dollars.ts'
import { formatDay, formatTime, toLocalTime } from '../format/local-time.ts'
import { Breakdown } from '../ui/breakdown.tsx'
import { EnterButton } from '../ui/submit-button.tsx'
import { listReschedulingParty, rescheduleSearch } from './reschedule-choice.ts'
import { type RescheduleDeparture, type ReschedulePageData } from './reschedule-page-data.ts'

export interface ReschedulePaymentProps {
  page: ReschedulePageData
  pay: NonNullable<ReschedulePageData['pay']>
  chosen: RescheduleDeparture
  quote: RescheduleQuote
  refusal: PayRefusal | undefined
  form: ShopForm<keyof typeof RESCHEDULE_SHAPE.labels>
  booking: Pick<ReturnType<typeof useBooking>, 'processing' | 'onSubmit' | 'onCard' | 'run'>
}

/** The form has only the fields of the payment, because the address holds the choice. */
export const RESCHEDULE_SHAPE = {
  id: 'reschedule',
  labels: PAYMENT_LABELS,
  elsewhere: ELSEWHERE,
} as const satisfies FormShape

const WORKING = { booking: 'Changing your date…', bank: 'Waiting for your bank…' }

/** The price of the reschedule, and the payment area that all purchases share. */
export function ReschedulePayment(props: ReschedulePaymentProps) {
  const { page, pay, chosen, quote, refusal, form, booking } = props
  const { path, choice, flight } = page
  const { departure } = chosen
  const card = useStableCardSettings(pay.card, true)
  const problems = refusal?.problems ?? {}
  const until = quote.valid_until ? formatTime(toLocalTime(quote.valid_until, flight.timezone)) : ''
  return (
    <Form
      method="post"
      action={`${path}${rescheduleSearch(choice)}`}
      className="mt4"
      {...form.props}
      onSubmit={booking.onSubmit}
      aria-busy={booking.processing ? true : undefined}
    >
      <EnterButton intent="purchase" />
      <input type="hidden" name="form_key" value={refusal?.formKey ?? page.formKey} />
      <input type="hidden" name="quote" value={quote.quote ?? ''} />
      <input type="hidden" name="depart_at" value={departure.depart_at} />
      <input type="hidden" name="reschedule_fee" value={quote.reschedule_fee} />
      <input type="hidden" name="reschedule_price_difference" value={quote.reschedule_price_difference} />
      <input type="hidden" name="due" value={quote.amount_due ?? ''} />
      <p>
        {describePassengers(page)} to{' '}
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
        This price holds until {until} {flight.timezone_label}. Your old seats are given up only once the new
        ones are yours.
      </p>
      <Credit page={page} quote={quote} />
      <PaymentSection
        card={card}
        payWith={pay.payWith}
        savedCards={pay.savedCards}
        savedCard={form.fields.saved_card}
        held={false}
        openPayment={page.openPayment}
        problems={problems}
        accepted={refusal?.accepted ?? false}
        total={formatDollars(quote.amount_due ?? 0)}
        processing={booking.processing}
        title={flight.product_name}
        bookable
        run={booking.run}
        onCard={booking.onCard}
        label="Reschedule"
        working={WORKING}
      />
    </Form>
  )
}

function describePassengers({ open, choice }: ReschedulePageData): string {
  const count = listReschedulingParty(open, choice).length
  if (open.quantity_type === 'flight' || count >= open.party) return 'Your party moves'
  return count === 1 ? 'One passenger moves' : `${String(count)} passengers move`
}

/** Credit changes the price; therefore its checkbox is a link to the page with the new price. */
function Credit({ page: { path, choice }, quote }: { page: ReschedulePageData; quote: RescheduleQuote }) {
  if (quote.credit_available === null || quote.total === 0) return null
  return (
    <p className="sm">
      {choice.useCredit
        ? `Your account credit pays ${formatDollars(quote.credits)} of it. `
        : `You have ${formatDollars(quote.credit_available)} of account credit. `}
      <a href={`${path}${rescheduleSearch(choice, { useCredit: !choice.useCredit })}#pay`}>
        {choice.useCredit ? 'Keep the credit' : 'Use it'}
      </a>
    </p>
  )
}
