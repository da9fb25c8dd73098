import { type OrderFlight } from '#contract/order.ts'

export const isDepartureCancelled = ({ status }: Pick<OrderFlight, 'status'>): boolean =>
  status === 'called_off'

export interface DepartureCancelledNoticeProps {
  flights: readonly OrderFlight[]
  /** The link to choose an alternative; undefined for other visitors, who get it by mail. */
  rebookingHref: string | undefined
}

/**
 * Shown above the flights of an order with a cancelled departure, with a link to the alternatives.
 */
export function DepartureCancelledNotice({ flights, rebookingHref }: DepartureCancelledNoticeProps) {
  if (!flights.some(isDepartureCancelled)) return null
  return (
    <div className="alert warn mb6" role="status">
      <h2>Your flight is called off.</h2>
      <p>
        Please do not come to the terminal. You may fly at another time, or have all that you paid on a
        voucher.
      </p>
      <p className="btn-row mt4">
        {rebookingHref ? (
          <a className="btn" href={rebookingHref}>
            Choose what you would like
          </a>
        ) : (
          <a className="btn second" href="/reschedule-credits/claim">
            Have the link to choose mailed
          </a>
        )}
      </p>
    </div>
  )
}
