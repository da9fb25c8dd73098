import { type RescheduleClaim } from '#contract/call-off.ts'
import { type Order } from '#contract/order.ts'
import { ClaimChoices, OtherTimes } from '../../rebooking/rebooking-page.tsx'
import { endWords, reasonWords } from '../../rebooking/rebooking-text.ts'
import { Failure } from '../../ui/notice.tsx'
import { formatMoment } from '../../orders/order-title.ts'
import { partyWords } from '../../waitlist/waitlist-text.ts'

interface DeskClaimPageProps {
  order: Order
  claim: RescheduleClaim
  until: string
  keptUntil: Readonly<Record<number, string>>
  /** By which the brand's days begin. */
  timezone: string
  problem: string | undefined
}

/**
 * Staff choose for a caller whose departure was cancelled: the same choices, in the words of the
 * customer’s own page.
 */
export function DeskClaimPage({ order, claim, until, keptUntil, timezone, problem }: DeskClaimPageProps) {
  const path = `/staff/orders/${String(order.id)}`
  const open = claim.state === 'open' && !claim.over
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
            {claim.flight.product_name}, {formatMoment(claim.flight.depart_at, claim.flight.timezone)},{' '}
            {partyWords(claim)}
          </p>
        </div>
      </div>
      <Failure text={problem} />
      {open ? (
        <>
          <p>
            {reasonWords(claim)} The customer ({order.email}) can choose until <strong>{until}</strong>, by
            the link we mailed or here with you. They hear by mail what was chosen.
          </p>
          {claim.money_message ? <p className="alert warn mt5">{claim.money_message}</p> : null}
          <ClaimChoices
            claim={claim}
            keptUntil={keptUntil}
            action={action}
            problem={problem}
            legend="What does the caller want?"
          />
          <OtherTimes claim={claim} action={action} />
        </>
      ) : (
        <Settled claim={claim} path={path} timezone={timezone} />
      )}
    </div>
  )
}

function Settled({ claim, path, timezone }: { claim: RescheduleClaim; path: string; timezone: string }) {
  return (
    <>
      {endWords(claim, timezone).lines.map((line) => (
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
