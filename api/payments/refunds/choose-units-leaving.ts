import { type FieldErrors } from '#contract/errors.ts'
import { type DbOrTx } from '../../db/client.ts'
import { type PlannedRefund } from '../../rules/refunds/plan-refund.ts'
import { isSecondSeat, type RefundableLine, typeOfLine } from '../../rules/refunds/refund-parts.ts'
import { countOf } from '../../rules/pricing/price-lines.ts'
import { type OrderRow } from '../../store/orders/order.ts'
import { type CountedParty, countParties } from '../../seats/count-party.ts'
import { type Refundable } from '../../store/orders/load-refundable.ts'

export type StayHomeChoice =
  { ok: true; staying: number[] } | { ok: false; reason: 'invalid'; fields: FieldErrors }

export interface StayHomeInput {
  refundable: Refundable
  plan: PlannedRefund
  /** The flight whose seats are refunded; undefined when the order has one flight only. */
  flightId: number | undefined
  /** The passengers named to stay home. */
  passengerIds: readonly number[] | undefined
}

/**
 * The seats and aircraft of a refund, without second seats, and the types of the seats' passengers; null
 * for adults.
 */
export function countReturningUnits(plan: PlannedRefund, { order: { lines } }: Refundable) {
  const sum = (isMeant: (line: RefundableLine) => boolean) =>
    plan.lines.reduce((total, { position, quantity }) => {
      const line = lines[position]
      return total + (line && isMeant(line) ? quantity : 0)
    }, 0)
  return {
    seats: sum((line) => line.kind === 'seat' && !isSecondSeat(line)),
    secondSeats: sum(isSecondSeat),
    aircraft: sum(({ kind }) => kind === 'flight'),
    typeIds: plan.lines.flatMap(({ position, quantity }) => {
      const line = lines[position]
      const isSeat = line?.kind === 'seat' && !isSecondSeat(line)
      return isSeat ? Array<number | null>(quantity).fill(typeOfLine(line)) : []
    }),
  }
}

/**
 * Chooses who stays home when some seats of a party are refunded: the named passengers. When no
 * passenger has a name, the last ones of the booking stay home; otherwise the caller must name
 * them. A full refund needs no choice.
 */
export async function chooseWhoStaysHome(
  db: DbOrTx,
  order: OrderRow,
  request: StayHomeInput,
): Promise<StayHomeChoice> {
  const { seats, secondSeats, aircraft, typeIds } = countReturningUnits(request.plan, request.refundable)
  const [party] = await countParties(db, [order.id])
  const units = seats + secondSeats + aircraft
  const named = request.passengerIds ?? []
  if (!party || units === 0) {
    return named.length > 0 ? invalid('No seat comes back with this refund: nobody has to stay home') : STAY
  }
  const sold = party.holds.reduce((sum, one) => sum + (one.wholeFlight ? 1 : one.seats), 0)
  if (units >= sold) return STAY
  if (aircraft > 0) return pickByAircraft(party, aircraft, request)
  return pickBySeats(party, { seats, secondSeats, typeIds, spare: sold - units }, request)
}

const STAY: StayHomeChoice = { ok: true, staying: [] }
const invalid = (sentence: string, field = 'passenger_ids'): StayHomeChoice => ({
  ok: false,
  reason: 'invalid',
  fields: { [field]: [sentence] },
})

interface SeatsBack {
  seats: number
  secondSeats: number
  /** The types of the returning seats' passengers. */
  typeIds: readonly (number | null)[]
  /** The seats that the party keeps. */
  spare: number
}

function pickBySeats(
  party: CountedParty,
  { seats, secondSeats, typeIds, spare }: SeatsBack,
  { flightId, passengerIds }: StayHomeInput,
): StayHomeChoice {
  const here = party.seated.filter((one) => flightId === undefined || one.flightId === flightId)
  const there = new Set(here.flatMap(({ people }) => people.map(({ id }) => id)))
  const people = party.people.filter(({ id }) => there.has(id))
  const chosen = chooseOfTypes(people, typeIds, choose(people, seats, passengerIds))
  if (!chosen.ok) return chosen
  const twoSeats = here.flatMap((one) =>
    one.people.filter((person) => person.seats > 1 && isWide(party, person.id)),
  )
  const withThem = twoSeats.filter(({ id }) => chosen.staying.includes(id)).length
  if (withThem > secondSeats) {
    return invalid('Somebody of them has two seats: please give back the second seat as well', 'lines')
  }
  const staying = party.people.length - chosen.staying.length
  const stillNeeded = twoSeats.length - withThem
  if (secondSeats > withThem && spare - staying < stillNeeded) {
    return invalid('Somebody who flies needs two seats: their second seat cannot come back alone', 'lines')
  }
  return chosen
}

/**
 * Passengers of the types whose seats come back. Where nobody has a name, the last of each type stay home.
 */
function chooseOfTypes(
  people: CountedParty['people'],
  typeIds: readonly (number | null)[],
  chosen: StayHomeChoice,
): StayHomeChoice {
  if (!chosen.ok || people.every(({ passengerTypeId }) => passengerTypeId === null)) return chosen
  const isNamed = people.some(({ fullName }) => fullName !== '')
  const candidates = isNamed ? people.filter(({ id }) => chosen.staying.includes(id)) : people.toReversed()
  const left = [...typeIds]
  const staying = candidates.filter(({ passengerTypeId }) => {
    const at = left.indexOf(passengerTypeId)
    if (at >= 0) left.splice(at, 1)
    return at >= 0
  })
  if (staying.length === typeIds.length) return { ok: true, staying: staying.map(({ id }) => id) }
  return invalid('Please choose passengers whose kind of seat comes back')
}

const isWide = ({ people, holds }: CountedParty, id: number) =>
  (people.find((one) => one.id === id)?.weightLbs ?? 0) > (holds[0]?.seatLimitLbs ?? Infinity)

/** Of aircraft bought whole, as many stay home as the others have no seats for. */
function pickByAircraft(
  party: CountedParty,
  aircraft: number,
  { flightId, passengerIds }: StayHomeInput,
): StayHomeChoice {
  const order = party.holds.toReversed()
  const freed = order
    .filter((hold) => flightId === undefined || hold.flightId === flightId)
    .slice(0, aircraft)
  const left = order.filter((hold) => !freed.includes(hold)).reduce((sum, { seats }) => sum + seats, 0)
  const over = Math.max(0, party.people.length - left)
  const most = passengerIds?.length ?? 0
  return choose(party.people, Math.max(over, Math.min(most, party.people.length - 1)), passengerIds)
}

function choose(
  people: CountedParty['people'],
  count: number,
  passengerIds: readonly number[] | undefined,
): StayHomeChoice {
  const ids = [...new Set(passengerIds ?? [])]
  if (count === 0) {
    return ids.length > 0 ? invalid('No seat of theirs comes back: nobody has to stay home') : STAY
  }
  if (ids.length > 0) {
    if (!ids.every((id) => people.some((one) => one.id === id))) {
      return invalid('Please choose passengers of this flight')
    }
    if (ids.length !== count) {
      return invalid(`Please choose who stays home: ${countOf(count, 'passenger', 'passengers')}`)
    }
    return { ok: true, staying: ids }
  }
  const isClear = count >= people.length || people.every(({ fullName }) => fullName === '')
  if (!isClear) return invalid(`Please choose who stays home: ${countOf(count, 'passenger', 'passengers')}`)
  return { ok: true, staying: people.slice(-count).map(({ id }) => id) }
}
