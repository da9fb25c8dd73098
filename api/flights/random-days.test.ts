import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays } from '#api/rules/time/local-time.ts'
import { openPayingShop, type PayingShop } from '#tests/support/paying-shop.ts'
import { HISTORY_RUNS } from '#tests/support/property-runs.ts'
import {
  beginRandomDay,
  everyPress,
  MOST_FLOWN_MINS,
  type PressCounts,
  randomDays,
} from '#tests/support/random-days.ts'
import { openStaffMember } from '#tests/support/staff-member.ts'

/** Half as many days as histories: each has the presses of several. */
const DAYS = HISTORY_RUNS / 2
const FIRST_DAY = '2027-06-14'

let shop: PayingShop
let pilots: number[]
beforeAll(async () => {
  shop = await openPayingShop()
  const { query } = shop.deps.database
  // Two aircraft of four seats share the day with the others, and one of them carries little.
  await query(
    `insert into aircraft_types (name, max_passengers, max_weight_lbs, category)
     values ('Light', 4, 500, 'doors_off')`,
  )
  await query(
    `insert into aircraft (registration, aircraft_type_id, terminal_id)
     select 'N45LGT', (select id from aircraft_types where name = 'Light'), terminal_id from aircraft
     where registration = 'N401LR'`,
  )
  await query('update duty_limits set max_flight_mins = $1', [MOST_FLOWN_MINS])
  pilots = [
    (await openStaffMember(shop.deps, 'pilot')).userId,
    (await openStaffMember(shop.deps, 'pilot')).userId,
  ]
}, 120_000)
afterAll(() => shop.close())

test(
  'whatever staff press, nobody is in two places, on a day off or over a limit, and no flight either',
  { timeout: 3_600_000 },
  async () => {
    const counts: PressCounts = new Map()
    let days = 0
    await fc.assert(
      fc.asyncProperty(randomDays, async (presses) => {
        // A day of its own for each, so that none finds what another has left behind.
        const date = addDays(FIRST_DAY, days++)
        const day = await beginRandomDay(shop, { date, pilots, counts })
        for (const one of presses) {
          await day.press(one)
          expect(await day.findTrouble()).toEqual([])
        }
        expect(await day.findInconsistencies()).toEqual([])
      }),
      { numRuns: DAYS, examples: [[everyPress]] },
    )
    // Days on which everything is refused would prove nothing; the first has every press done.
    const idle = [...counts].flatMap(([kind, { done }]) => (done === 0 ? [kind] : []))
    expect(idle).toEqual([])
    expect(counts.size).toBe(13)
  },
)
