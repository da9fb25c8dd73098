import { addDays, instantOf } from '../../rules/time/local-time.ts'
import { FIRST_DAY } from './demand.ts'
import { drawPerson } from './people.ts'
import { drawCard, type SeasonDays, ZONE } from './plan-bookings.ts'
import { createRandom } from './random.ts'
import { type PlannedCardSale } from './steps.ts'

const GIFTS = 38
/** Fares whose cards pay every departure of their product, with the brands that sell them. */
const FARES = [
  { fareId: 61, brandIds: [1] },
  { fareId: 81, brandIds: [1, 2] },
  { fareId: 101, brandIds: [1] },
  { fareId: 121, brandIds: [2] },
  { fareId: 131, brandIds: [1] },
]
const MESSAGES = [
  'Look down once for me.',
  'You said "one day". Pick it.',
  'Happy birthday from all three of us.',
  'For the two of you, and the view.',
]

/** Gift cards that are bought, more of them towards today. */
export function planCardSales({ seed, today, now }: SeasonDays): PlannedCardSale[] {
  const random = createRandom(`${seed} / gifts`)
  return Array.from({ length: GIFTS }, (_, number): PlannedCardSale => {
    const day = addDays(today, Math.round(FIRST_DAY * Math.sqrt(random.next())))
    const hour = String(random.between(8, 22)).padStart(2, '0')
    const drawn = instantOf(day, `${hour}:${String(random.between(10, 59))}`, ZONE)
    const at = drawn < now ? drawn : new Date(now.getTime() - random.between(10, 600) * 60_000)
    const { fareId, brandIds } = random.pick(FARES)
    const isMailed = random.chance(0.6)
    return {
      kind: 'gift',
      at,
      key: `g${String(number + 1)}`,
      brandId: random.pick(brandIds),
      buyer: drawPerson(random, 1000 + number),
      fareId,
      quantity: random.weigh([
        [1, 6],
        [2, 5],
        [4, 1],
      ]),
      recipient: isMailed ? drawPerson(random, 1100 + number) : null,
      message: isMailed ? random.pick(MESSAGES) : null,
      card: drawCard(random),
    }
  }).toSorted((a, b) => a.at.getTime() - b.at.getTime())
}
