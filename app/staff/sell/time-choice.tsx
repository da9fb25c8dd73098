import { type SaleDay } from '#contract/sale-day.ts'
import { formatDay, formatTime } from '../../format/local-time.ts'
import { formatDollars } from '../../format/format-dollars.ts'
import { describeDivision, formatLeaving } from '../../selection/two-aircraft.ts'
import { FieldError } from '../../ui/field.tsx'
import { type ShopField } from '../../ui/form/use-shop-form.ts'
import { formatCount } from '../parts/count-noun.ts'
import { describeSeats } from '../parts/describe-seats.ts'
import { ChooseButton } from './choose-button.tsx'
import { type SellChoice } from './load-sell-page.server.ts'
import { departureValue, pairValue } from './sell-state.ts'

type Departure = SaleDay['departures'][number]

interface TimeChoiceProps {
  choice: SellChoice
  /** As the party was typed. */
  day: SaleDay
  field: ShopField
}

/** The third choice: a time, which holds the seats. What does not fit says why. */
export function TimeChoice({ choice: { state, today }, day, field }: TimeChoiceProps) {
  const { people, kind } = state
  return (
    <section className="sale-part" aria-labelledby="s3">
      <h2 id="s3">
        3. Time{' '}
        <span className="muted">
          for {formatCount(people, 'passenger', 'passengers')},{' '}
          {`${day.party_lbs.toLocaleString('en-US')} lb counted, ${day.timezone_label}`}
        </span>
      </h2>
      <FieldError id={field.id} error={field.error} />
      {day.departures.length === 0 ? <p>Nothing flies on {formatDay(day.date)}.</p> : null}
      <div className="sale-pick times" role="group" aria-label="Time" id={field.id}>
        {day.departures.map((one) => {
          const value = departureValue(one)
          const chosen = value === state.departure
          const reason = findReason(one, { ...state, isToday: day.date <= today })
          const isSold = one.status !== 'closed' && one.seats_left > 0
          return (
            <ChooseButton
              key={value}
              name="departure"
              value={value}
              chosen={chosen}
              off={reason !== undefined}
              focused={chosen && state.at === 'time'}
            >
              <b>{formatTime(one.local_time)}</b>
              {isSold && kind === 'seat' ? <small>{describeSeats(one)}</small> : null}
              <small>{reason ?? roomOf(one, kind)}</small>
              {priceOf(one, kind)}
            </ChooseButton>
          )
        })}
        {day.departures.map((one) => {
          const { two_aircraft: pair } = one
          if (!pair) return null
          const value = pairValue(one, pair.second)
          const chosen = value === state.departure
          return (
            <ChooseButton
              key={value}
              name="departure"
              value={value}
              chosen={chosen}
              focused={chosen && state.at === 'time'}
              className="sale-pair"
            >
              <b>{formatLeaving(one)}</b>
              <small>on two aircraft</small>
              <small>{describeDivision(one)}</small>
              {priceOf(one, kind)}
            </ChooseButton>
          )
        })}
      </div>
    </section>
  )
}

const roomOf = ({ payload_left_lbs: lbs, capacity }: Departure, kind: string): string =>
  kind === 'seat' ? `${lbs.toLocaleString('en-US')} lb free` : `up to ${String(capacity)} each`

function priceOf({ seat_price_total: seat, flight_price_total: whole }: Departure, kind: string) {
  const price = kind === 'seat' ? seat : whole
  return price === null ? null : <small>{formatDollars(price)}</small>
}

type Asked = Pick<SellChoice['state'], 'kind' | 'people'> & { isToday: boolean }

/**
 * Why a departure does not take the party; undefined when it does. On a day to come no sale has ended
 * yet: staff closed it, or the weather.
 */
function findReason(one: Departure, { kind, people, isToday }: Asked): string | undefined {
  if (one.status === 'closed') return isToday ? 'sale ended' : 'closed'
  if ((kind === 'seat' ? one.seat_price : one.flight_price) === null) return 'not sold so'
  if (kind === 'flight' && !one.whole_flight_available) return 'seats are sold'
  if (one.status === 'sold_out') return 'full'
  if (one.status === 'too_few') return `${String(people)} do not fit`
  return one.status === 'too_heavy' ? `${one.over_lbs.toLocaleString('en-US')} lb too heavy` : undefined
}
