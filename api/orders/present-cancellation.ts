import { type Cancellation } from '#contract/refund.ts'
import { type DbOrTx } from '../db/client.ts'
import { type TenderAmounts } from '../rules/refunds/allocate-refund.ts'
import { toDollars } from '../rules/money/money.ts'
import { splitCardPart } from '../rules/refunds/split-card-part.ts'
import { presentDetails } from '../passengers/passenger-details.ts'
import { countParties } from '../seats/count-party.ts'
import { findNames } from '../payments/refunds/list-refunds.ts'
import { type CancellationProblem, type CancellationJudgement } from './load-cancellation.ts'
import { paymentRefusals } from '../payments/refusals.ts'
import { presentReturnedLines, presentReturnedTo } from '../payments/refunds/present-refund.ts'

/** Why an order cannot be cancelled, in words for the buyer. */
export const CANCELLATION_SENTENCES: Record<CancellationProblem, string> = {
  not_paid: paymentRefusals.not_paid.error,
  already_ended: 'This order has been cancelled or given back already.',
  gift_cards_by_us: 'Gift cards come back through us: please contact us.',
  flight_over: 'This flight has departed and cannot be cancelled any more.',
  too_late_to_cancel: 'It is too late to cancel this flight. Please contact us if you cannot come.',
  charge_disputed: paymentRefusals.charge_disputed.error,
}

/**
 * What a cancellation means for the buyer: allowed or why not, until when, and what is refunded to
 * which tender.
 */
export async function presentCancellation(
  db: DbOrTx,
  orderId: number,
  judged: Exclude<CancellationJudgement, { reason: 'invalid' }>,
): Promise<Cancellation> {
  const names = (await findNames(db, [orderId]))(orderId)
  const { payments } = judged.refundable
  const presentTo = (tenders: TenderAmounts) =>
    presentReturnedTo(tenders, names, splitCardPart(payments, tenders.cardCents))
  return {
    order_id: orderId,
    allowed: judged.ok,
    message: judged.ok ? null : CANCELLATION_SENTENCES[judged.reason],
    deadline: judged.deadline?.toISOString() ?? null,
    refund_percent: judged.ok ? judged.refundBps / 100 : 0,
    amount: judged.ok ? toDollars(judged.plan.amountCents) : 0,
    lines: judged.ok ? presentReturnedLines(judged.plan.lines, names) : [],
    to: judged.ok ? presentTo(judged.plan.tenders) : [],
    ...(await presentParty(db, orderId, judged.ok ? judged.part?.passengerIds : [])),
  }
}

/** @param leaving the passengers who stay home; undefined for everybody */
async function presentParty(db: DbOrTx, orderId: number, leaving: readonly number[] | undefined) {
  const [party] = await countParties(db, [orderId])
  const { people = [], holds = [] } = party ?? {}
  return {
    passengers: people.map((person, index) => ({
      id: person.id,
      number: index + 1,
      ...presentDetails(person),
      stays_home: leaving?.includes(person.id) ?? true,
    })),
    divisible: people.length > 1 && holds.every(({ wholeFlight }) => !wholeFlight),
  }
}
