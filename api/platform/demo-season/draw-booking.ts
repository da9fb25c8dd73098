import { type DemoDeparture, findProduct } from './departures.ts'
import { drawParty, drawPerson } from './people.ts'
import { type Random } from './random.ts'
import { type PlannedBooking } from './steps.ts'

interface BookingToDraw {
  /** What later steps call it, and the number that keeps its buyer's address apart. */
  key: string
  number: number
  at: Date
  /** How many fly; one where nothing is said. */
  people?: number
}

/** A booking of a departure that the plan has chosen, by somebody who tells all weights. */
export function drawBooking(
  random: Random,
  departure: PlannedBooking['departure'] & Pick<DemoDeparture, 'productId'>,
  { key, number, at, people = 1 }: BookingToDraw,
): Omit<PlannedBooking, 'channel' | 'payment'> {
  const { brandIds, onlyWhole } = findProduct(departure.productId)
  const [brandId = 1] = brandIds
  const buyer = drawPerson(random, number)
  const party = drawParty(random, buyer, people)
  const rest = { code: null, tags: [], joinsClub: false, upgrades: [], whole: onlyWhole }
  return { kind: 'book', at, key, brandId, buyer, departure, party, ...rest }
}
