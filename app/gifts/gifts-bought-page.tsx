import { describeRedemptionFees } from '#contract/gift-words.ts'
import { type Order } from '#contract/order.ts'
import { AboutOrder } from '../page/about-order.tsx'
import { Breakdown } from '../ui/breakdown.tsx'
import { breakdownRows } from '../catalogue/breakdown-rows.ts'
import { formatDollars } from '../format/format-dollars.ts'
import { dateOf } from './gift-text.ts'
import { formatDayAndYear } from '../format/local-time.ts'
import { ReceiptLink } from '../receipts/receipt-link.tsx'
import { RefundList } from '../payments/refund-list.tsx'

/** The text for a card that cannot be used any more. */
const GONE: Readonly<Record<string, string>> = {
  reserved: 'being used',
  redeemed: 'used',
  frozen: 'on hold',
  void: 'refunded',
  expired: 'expired',
}

/** Paid gift cards: their codes, to be read, printed or sent. */
export function GiftsBoughtPage(props: {
  order: Order
  contact: { phone: string; email: string }
  /** The brand's zone, which decides when a day begins. */
  timezone: string
}) {
  const { order, contact, timezone } = props
  const items = order.order_items.filter(({ kind }) => kind === 'gift_card')
  return (
    <div className="wrap section">
      <div className="head confirm-head">
        <p className="eyebrow">Order {order.number}, paid</p>
        <h1>Here are your gift cards.</h1>
        <p>The codes are on their way to {order.email ?? 'you'}, too.</p>
      </div>
      <div className="with-rail confirm-rail">
        <div>
          {items.map((item) => (
            <GiftItem key={item.id} item={item} timezone={timezone} />
          ))}
          <div className="btn-row mt5 mb6 no-print">
            <button type="button" className="btn second" data-print hidden>
              Print
            </button>
            <ReceiptLink order={order} />
          </div>
          <section className="group" aria-labelledby="use">
            <h2 id="use">How they are used</h2>
            <ol>
              <li>Choose a day, and one of the departures the card is good for.</li>
              <li>Log in or register, and enter the code where you pay.</li>
              <li>Fly: a card pays its whole seat or aircraft there, whatever that costs on the day.</li>
            </ol>
          </section>
        </div>
        <aside className="rail" aria-labelledby="paid">
          <h2 className="h-s mb4" id="paid">
            What you paid
          </h2>
          <Breakdown rows={breakdownRows(order)} total={formatDollars(order.total)} />
          <RefundList refunds={order.refunds} flights={order.flights} />
          <AboutOrder number={order.number} contact={contact} />
        </aside>
      </div>
    </div>
  )
}

/** The gift cards of one order item: their codes for the buyer, and where they were sent. */
export function GiftItem({
  item: { name, gift },
  linked = false,
  timezone,
}: {
  timezone: string
  item: Order['order_items'][number]
  /** Whether the gifts link to their pages, which only logged-in buyers can open. */
  linked?: boolean
}) {
  const to = gift?.recipient_email
  const [first] = gift?.cards ?? []
  const until = first?.expires_at
  return (
    <section className="group">
      <h2>{name}</h2>
      <ul className="plain">
        {gift?.cards.map((card) => (
          <li key={card.id}>
            <code className="h-s">{card.code ?? `ending ${card.code_tail}`}</code>
            {card.status === 'available' ? null : ` (${GONE[card.status] ?? card.status})`}
            {linked && card.share ? (
              <>
                {' '}
                <a className="nowrap" href={`/account/gift-cards/shares/${String(card.share.id)}`}>
                  {card.share.recipient === null ? 'The printed gift' : 'The gift'}
                  <span className="vh"> with {card.code ?? `the code ending ${card.code_tail}`}</span>
                </a>
              </>
            ) : null}
          </li>
        ))}
      </ul>
      {first?.good_for_label ? <p className="mt4">{first.good_for_label}.</p> : null}
      {first?.waiting_fees ? <p>{describeRedemptionFees(first.waiting_fees)}</p> : null}
      {until ? <p className="mt4">Good until {dateOf(until, timezone)}.</p> : null}
      {to ? <p>{sendingText(to, gift)}</p> : null}
    </section>
  )
}

function sendingText(to: string, gift: NonNullable<Order['order_items'][number]['gift']>): string {
  if (gift.sent_at !== null) return `Sent to ${to}.`
  return gift.send_on === null ? `Goes to ${to}.` : `Goes to ${to} on ${formatDayAndYear(gift.send_on)}.`
}
