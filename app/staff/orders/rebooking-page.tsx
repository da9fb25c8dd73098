import { type RebookingOffer } from '#contract/call-off.ts'
import { type Order } from '#contract/order.ts'
import { RebookingChoices, OtherTimes } from '../../rebooking/rebooking-page.tsx'
import { describeRebookingEnd, describeCancellationReason } from '../../rebooking/rebooking-text.ts'
import { Failure } from '../../ui/notice.tsx'
import { formatDateTime } from '../../format/date-time.ts'
import { describeParty } from '../../waitlist/waitlist-text.ts'

interface StaffRebookingPageProps {
  order: Order
  offer: RebookingOffer
  until: string
  heldUntil: Readonly<Record<number, string>>
  /** The brand's zone, which decides when a day begins. */
  timezone: string
  problem: string | undefined
}

/**
 * Staff choose an alternative for a caller whose departure was cancelled, with the texts of the
 * customer’s page.
 */
export function StaffRebookingPage({
  order,
  offer,
  until,
  heldUntil,
  timezone,
  problem,
}: StaffRebookingPageProps) {
  const path = `/staff/orders/${String(order.id)}`
  const open = offer.state === 'open' && !offer.over
  const action = `${path}/answer`
  return (
    <div className="wrap desk">
      <div className="desk-head">
        <div>
          <p className="eyebrow">
            <a href={path}>Order {order.number}</a>
          </p>
          <h1>{open ? 'Choose for the caller' : 'This is settled'}</h1>
          <p>
            {offer.flight.product_name}, {formatDateTime(offer.flight.depart_at, offer.flight.timezone)},{' '}
            {describeParty(offer)}
          </p>
        </div>
      </div>
      <Failure text={problem} />
      {open ? (
        <>
          <p>
            {describeCancellationReason(offer)} The customer, {order.email ?? 'who has no e-mail'}, can choose
            until <strong>{until}</strong>, by the link we mailed or here with you. They hear by mail what was
            chosen.
          </p>
          {offer.money_message ? <p className="alert warn mt5">{offer.money_message}</p> : null}
          <RebookingChoices
            offer={offer}
            heldUntil={heldUntil}
            action={action}
            problem={problem}
            legend="What does the caller want?"
          />
          <OtherTimes offer={offer} action={action} />
        </>
      ) : (
        <SettledRebooking offer={offer} path={path} timezone={timezone} />
      )}
    </div>
  )
}

function SettledRebooking({
  offer,
  path,
  timezone,
}: {
  offer: RebookingOffer
  path: string
  timezone: string
}) {
  return (
    <>
      {describeRebookingEnd(offer, timezone).lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
      <p className="mt5">
        <a className="btn second" href={path}>
          Back to the order
        </a>
      </p>
    </>
  )
}
