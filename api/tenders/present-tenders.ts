import { meansOfPayment, storedValue, storedValueKinds } from '#contract/means-of-payment.ts'
import { type OrderTender } from '#contract/order.ts'
import { toDollars } from '../rules/money/money.ts'
import { type OrderParts } from './find-order-parts.ts'

type TenderRow = OrderParts['tenders'][number]
type PaymentRow = OrderParts['payments'][number]

/** The tenders of an order, in the order of use: gift cards, vouchers, credit, cards. */
export function presentTenders({ tenders, lines, payments }: OrderParts): OrderTender[] {
  const lineOf = ({ giftCardId, voucherId }: TenderRow) =>
    lines.find(
      ({ kind, subjectId }) =>
        (kind === 'gift' && subjectId === giftCardId) || (kind === 'voucher' && subjectId === voucherId),
    )
  const beside = (kind: TenderRow['kind']) =>
    tenders
      .filter((row) => row.kind === kind)
      .map((row) => presentTender(row, lineOf(row)?.label ?? storedValue[kind].label))
  return [...storedValueKinds.flatMap(beside), ...payments.map(presentCard)]
}

const presentTender = (row: TenderRow, label: string): OrderTender => ({
  kind: row.kind,
  label,
  amount: toDollars(row.amountCents),
  returned: toDollars(row.returnedCents),
  state: row.state === 'reserved' ? 'reserved' : row.state === 'returned' ? 'returned' : 'captured',
  at: row.state === 'reserved' ? null : row.createdAt.toISOString(),
})

/** "Visa ending 4242". */
export function nameCard({
  brand,
  last4,
  method = 'online',
}: Pick<PaymentRow, 'brand' | 'last4'> & { method?: PaymentRow['method'] }): string {
  const { label } = meansOfPayment[method]
  if (label !== null) return label
  const name = brand === null ? 'Card' : brand.charAt(0).toUpperCase() + brand.slice(1)
  return last4 === null ? name : `${name} ending ${last4}`
}

function presentCard({
  brand,
  last4,
  method,
  amountCents,
  refundedCents,
  createdAt,
}: PaymentRow): OrderTender {
  return {
    kind: 'card',
    label: nameCard({ brand, last4, method }),
    amount: toDollars(amountCents),
    returned: toDollars(refundedCents),
    state: refundedCents === amountCents ? 'returned' : 'captured',
    at: createdAt.toISOString(),
  }
}
