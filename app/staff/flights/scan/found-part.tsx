import { type CheckInParty } from '#contract/check-in.ts'
import { stateClass } from '../flight-state.ts'
import { nearTime } from '../../parts/near-days.ts'
import { type ScanPlace, scanHref } from './scan-forms.ts'
import { type ScanFound } from './scan-view.ts'
import { describeParty, describeProblem, NOT_FOUND, PARTY_STATES } from './scan-words.ts'

interface FoundProps {
  found: ScanFound
  place: ScanPlace
}

/** What a ticket, a number or a name found when it leads to no party of here and now. */
export function FoundPart({ found, place }: FoundProps) {
  const { search, typed } = found
  const [party, ...others] = search.parties
  if (!party) return <NobodyFound kind={search.kind} typed={typed} />
  if (others.length > 0) return <SeveralFound found={found} place={place} />
  const problem = describeProblem(party, search, place)
  if (!problem) return null
  const { text, href, action } = problem
  return (
    <div className="alert bad scan-no" role="alert">
      <p>{text}</p>
      {href === undefined ? null : (
        <p>
          <a className="btn second small" href={href}>
            {action}
          </a>
        </p>
      )}
    </div>
  )
}

function NobodyFound({ kind, typed }: { kind: ScanFound['search']['kind']; typed: string }) {
  return (
    <div className="alert bad scan-no" role="alert">
      <p>{NOT_FOUND[kind]}</p>
      {typed === '' ? null : (
        <p>
          <a className="btn second small" href={searchHref(typed)}>
            Look in all orders
          </a>
        </p>
      )}
    </div>
  )
}

const searchHref = (q: string) => `/staff/search?${new URLSearchParams({ q }).toString()}`

function SeveralFound({ found: { search }, place }: FoundProps) {
  return (
    <section className="desk-part" aria-labelledby="found">
      <h2 id="found">Which of them?</h2>
      <ul className="scan-list">
        {search.parties.map((party) => {
          const { tone, text } = PARTY_STATES[party.state]
          return (
            <li key={party.order_id}>
              <a href={partyHref(party, place)} data-row="">
                <b>{describeParty(party)}</b>
                <span>
                  {party.flight
                    ? `${party.flight.product_name} ${nearTime(party.flight, search.date)}`
                    : party.number}
                </span>
                <span className={stateClass(tone)}>{text}</span>
              </a>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

/** Whoever has a flight of the day is checked in for that flight; the others are looked at. */
function partyHref({ state, order_id: order, flight }: CheckInParty, place: ScanPlace): string {
  const isOfToday = ['ready', 'here', 'other_flight'].includes(state)
  if (!isOfToday || !flight) return `/staff/orders/${String(order)}`
  return scanHref({ flight: place.flight, on: flight.id, order })
}
