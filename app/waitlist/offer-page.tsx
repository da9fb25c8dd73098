import { Breakdown, type BreakdownRow } from '../ui/breakdown.tsx'
import { SubmitButton } from '../ui/submit-button.tsx'
import { type ShownFlight, WaitlistPage } from './waitlist-page.tsx'

export interface OpenOffer {
  flight: ShownFlight
  party: string
  until: string
  /** What their people may weigh, as a sentence. */
  pounds: string | undefined
  action: string
  price: { rows: BreakdownRow[]; total: string } | undefined
}

/**
 * The held seats: their present price, until when they are held, and buttons to accept or decline.
 */
export function OfferPage({ flight, party, until, pounds, action, price }: OpenOffer) {
  return (
    <WaitlistPage
      flight={flight}
      title={`We keep ${party} for you`}
      price={price ? <Breakdown rows={price.rows} total={price.total} totalLabel="Today’s total" /> : null}
    >
      <p className="lede mt4 mb6">
        Until <strong className="nowrap">{until}</strong>. After that they go to the next in line.
        {pounds === undefined ? null : ` ${pounds}`}
      </p>
      <form method="post" action={action} className="group">
        <SubmitButton intent="take" price={price?.total}>
          Take these seats
        </SubmitButton>
        <p className="sm subtle mt4">
          You choose nothing anew: day, time and party are set. You pay on the next page.
        </p>
      </form>
      <form method="post" action={action} className="group">
        <h2 className="h3">Not this time?</h2>
        <p className="muted mt4 mb5">One tap, and somebody else may have them at once.</p>
        <SubmitButton intent="decline" className="second">
          No thanks
        </SubmitButton>
      </form>
    </WaitlistPage>
  )
}
