import { isInPersonMethod, type PaymentMethod, storedValue } from '#contract/means-of-payment.ts'
import { type OrderRefund, type Refund, type ReturnedLine, type ReturnedTo } from '#contract/refund.ts'
import { type orderRefunds, type refunds } from '../../db/schema/money.ts'
import { type orderLines } from '../../db/schema/orders.ts'
import { type TenderAmounts } from '../../rules/refunds/allocate-refund.ts'
import { toDollars } from '../../rules/money/money.ts'
import { type PlannedRefund } from '../../rules/refunds/plan-refund.ts'
import { nameCard } from '../../tenders/present-tenders.ts'

type RefundRow = typeof orderRefunds.$inferSelect

/**
 * What names the parts of a refund: the order's lines, its payments and how their refunds stand.
 */
export interface RefundNames {
  lines: readonly Pick<typeof orderLines.$inferSelect, 'kind' | 'subjectId' | 'label' | 'position'>[]
  payments: readonly {
    id: number
    brand: string | null
    last4: string | null
    method: PaymentMethod
  }[]
  cardRefunds: readonly Pick<
    typeof refunds.$inferSelect,
    'orderRefundId' | 'paymentId' | 'amountCents' | 'state'
  >[]
}

/** Staff also see who stays home. */
export interface StaffRefundNames extends RefundNames {
  stayingHome: readonly { id: number; fullName: string; orderRefundId: number | null }[]
}

/** A refund as the order's buyer sees it. */
export function presentOrderRefund(row: RefundRow, names: RefundNames): OrderRefund {
  const cards = names.cardRefunds.filter(({ orderRefundId }) => orderRefundId === row.id)
  const vouchered = row.voucherId === null ? undefined : getCentsIssuedAsVoucher(row)
  return {
    id: row.id,
    amount: toDollars(vouchered ?? row.amountCents),
    state: stateOf(cards),
    to:
      vouchered === undefined
        ? presentReturnedTo(row.tenders, names, cards)
        : [{ kind: 'voucher', label: 'Re-schedule voucher', amount: toDollars(vouchered) }],
    at: row.createdAt.toISOString(),
  }
}

/** The amount refunded as a voucher, including the value of gift cards. */
export const getCentsIssuedAsVoucher = ({
  amountCents,
  tenders,
}: Pick<RefundRow, 'amountCents' | 'tenders'>): number =>
  tenders.giftCards.reduce((sum, gift) => sum + gift.amountCents, amountCents)

/** A failed part outweighs a pending one. */
function stateOf(cards: readonly Pick<typeof refunds.$inferSelect, 'state'>[]): OrderRefund['state'] {
  if (cards.some(({ state }) => state === 'failed')) return 'failed'
  return cards.every(({ state }) => state === 'succeeded') ? 'succeeded' : 'pending'
}

/** The refund with what staff see. */
export const presentRefund = (row: RefundRow, names: StaffRefundNames): Refund => ({
  ...presentOrderRefund(row, names),
  order_id: row.orderId,
  lines: presentReturnedLines(row.lines, names),
  reason: row.reason,
  origin: row.origin,
  by: row.actor,
  passengers: names.stayingHome
    .filter(({ orderRefundId }) => orderRefundId === row.id)
    .map(({ id, fullName }) => ({ id, full_name: fullName })),
})

export const presentReturnedLines = (lines: PlannedRefund['lines'], names: RefundNames): ReturnedLine[] =>
  lines.map(({ position, quantity, amountCents }) => ({
    position,
    label: names.lines.find((line) => line.position === position)?.label ?? '',
    quantity,
    amount: toDollars(amountCents),
  }))

/**
 * Where a refund goes, in its order: off what is still to pay, cards, credit, vouchers, gift cards.
 * @param cards the amount of each payment
 */
export function presentReturnedTo(
  { dueCents = 0, creditCents, vouchers, giftCards }: TenderAmounts,
  { lines, payments }: RefundNames,
  cards: readonly { paymentId: number; amountCents: number }[],
): ReturnedTo[] {
  const of = (kind: ReturnedTo['kind'], label: string, cents: number) => ({
    kind,
    label,
    amount: toDollars(cents),
  })
  const named = (kind: 'voucher' | 'gift_card', id: number, cents: number) => {
    const lineKind = kind === 'voucher' ? 'voucher' : 'gift'
    const line = lines.find((one) => one.kind === lineKind && one.subjectId === id)
    return of(kind, line?.label ?? storedValue[kind].label, cents)
  }
  return [
    ...(dueCents > 0 ? [of('due', 'What was still to pay', dueCents)] : []),
    ...cards.map(({ paymentId, amountCents }) => {
      const payment = payments.find(({ id }) => id === paymentId)
      const { method = 'online' } = payment ?? {}
      const byHand = isInPersonMethod(method) ? { method } : {}
      return { ...of('card', payment ? nameCard(payment) : 'Card', amountCents), ...byHand }
    }),
    ...(creditCents > 0 ? [of('credit', storedValue.credit.label, creditCents)] : []),
    ...vouchers.map(({ id, amountCents }) => named('voucher', id, amountCents)),
    ...giftCards.map(({ id, amountCents }) => named('gift_card', id, amountCents)),
  ]
}
