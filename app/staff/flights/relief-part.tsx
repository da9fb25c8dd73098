import { type FlightRelief } from '#contract/rescue-plan.ts'
import { formatDollars } from '../../format/format-dollars.ts'
import { clockOf, pounds } from '../parts/unfit-words.ts'
import { type ManifestView } from './manifest-view.ts'

/** What brings a flight over its limit back within it at the least cost. */
export function ReliefPart({ relief, manifest: { flight } }: ManifestView) {
  if (!relief) return null
  const { over_lbs: over, aircraft, party } = relief
  return (
    <section className="alert warn no-print" aria-labelledby="relief">
      <h2 id="relief">{pounds(over)} lb over the limit</h2>
      {aircraft ? (
        <p>
          Cheapest: <a href="#swap">{aircraft.registration} takes it as it is</a>. Nobody moves, and nobody is
          told.
        </p>
      ) : null}
      {party ? (
        <p>
          {aircraft ? 'Or move' : 'Cheapest: move'}{' '}
          <a href={`/staff/orders/${String(party.order_id)}/move`}>
            {party.name || party.number}, {party.people}
          </a>{' '}
          {describeMove(party, flight.timezone)}
        </p>
      ) : null}
      {!aircraft && !party ? (
        <p>
          No other aircraft takes it, and no party by itself makes it light enough. Move several, or split
          one.
        </p>
      ) : null}
    </section>
  )
}

function describeMove(party: NonNullable<FlightRelief['party']>, zone: string): string {
  const { moves_to: to, refund_amount: back, voucher_amount: voucher } = party
  if (to !== null) return `to ${clockOf(to, zone)}, where seats are free for all of them.`
  const worth = back ?? voucher
  const given =
    worth === null ? '' : `, or give ${formatDollars(worth)} ${back === null ? 'as a voucher' : 'back'}`
  return `to another day${given}: no seats are free for them on this one.`
}
