import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ManualRefundsReply } from '#contract/counter.ts'
import { RescuePlanReply, RescueReply } from '#contract/rescue-plan.ts'
import { addDays } from '#api/rules/time/local-time.ts'
import { openRebookingToken } from '#api/disruptions/rebooking-offer-token.ts'
import { RebookingOfferReply } from '#contract/call-off.ts'
import { openPayingShop, type PayingShop } from '#tests/support/paying-shop.ts'
import { HISTORY_RUNS } from '#tests/support/property-runs.ts'
import { beginRandomDay, type PressCounts, randomSales } from '#tests/support/random-days.ts'
import { openStaffMember } from '#tests/support/staff-member.ts'

/** A few days, and 200 in the full run. */
const DAYS = Math.ceil(HISTORY_RUNS / 10 / (HISTORY_RUNS > 1_000 ? 1 : 2))
const FIRST_DAY = '2027-08-02'

let shop: PayingShop
beforeAll(async () => {
  shop = await openPayingShop()
  const { query } = shop.deps.database
  await query(
    `insert into aircraft (registration, aircraft_type_id, terminal_id)
     select 'N409LR', aircraft_type_id, terminal_id from aircraft where registration = 'N401LR'`,
  )
  // Some fares give the money back when a departure is called off.
  await query('update fares set refund_when_called_off = id % 2 = 0')
}, 120_000)
afterAll(() => shop.close())

const rescue = fc.record({
  nth: fc.nat(20),
  from: fc.constantFrom('14:00', '19:00', '20:00'),
  until: fc.constantFrom('20:30', '21:30', '23:59'),
  strategy: fc.constantFrom(undefined, undefined, undefined, 'swap', 'move', 'call_off'),
  /** Flight by flight, in any order, or all at once. */
  inParts: fc.boolean(),
  order: fc.array(fc.nat(50), { minLength: 8, maxLength: 8 }),
})

/** What was given back, in the ledger: as money or as vouchers. */
const givenCents = () =>
  shop.count("select coalesce(sum(amount_cents), 0) from ledger_entries where account = 'refunds'")

test(
  'on random days a plan gives each party one outcome, breaks no limit, and costs what it said',
  { timeout: 3_600_000 },
  async () => {
    const counts: PressCounts = new Map()
    const seen = new Map<string, number>()
    let days = 0
    await fc.assert(
      fc.asyncProperty(randomSales, rescue, async (sales, asked) => {
        const date = addDays(FIRST_DAY, days++)
        const day = await beginRandomDay(shop, { date, pilots: [], counts })
        const { token } = await openStaffMember(shop.deps)
        for (const one of sales) await day.press(one)
        const flown = await shop.deps.database.query(
          `select f.aircraft_id as id from flights f join slots s on s.id = f.slot_id
           where s.local_date = $1 and f.seats_sold > 0 order by f.id`,
          [date],
        )
        const aircraftId = flown.rows[asked.nth % Math.max(1, flown.rows.length)]?.['id']
        if (aircraftId === undefined) return
        const span = { aircraft_id: Number(aircraftId), date, from: asked.from, until: asked.until }
        const draw = async () => {
          const query = new URLSearchParams({
            ...{ date, from: span.from, until: span.until, aircraft_id: String(span.aircraft_id) },
            ...(asked.strategy === undefined ? {} : { strategy: asked.strategy }),
          })
          const { body } = await shop.call('GET', `/v1/rescue_plans?${query.toString()}`, { token })
          return RescuePlanReply.parse(body).rescue_plan
        }
        const plan = await draw()
        const parties = plan.flights.flatMap((one) => one.parties)
        const aboard = await shop.deps.database.query(
          `select distinct h.order_id as id from holds h where h.state = 'sold' and h.flight_id = any($1)`,
          [plan.flights.map((one) => one.flight_id)],
        )
        expect(parties.map((one) => one.order_id).toSorted((a, b) => a - b)).toEqual(
          aboard.rows.map(({ id }) => Number(id)).toSorted((a, b) => a - b),
        )
        const off = plan.alternatives.find((one) => one.strategy === 'call_off')
        const cents = (cost = plan.cost) => Math.round((cost.refund_amount + cost.voucher_amount) * 100)
        expect(cents()).toBeLessThanOrEqual(cents(off?.cost))

        const before = await givenCents()
        const settled: typeof parties = []
        let said = 0
        // After each press the page draws what is left anew.
        for (let left = plan, nth = 0; left.flights.length > 0; left = await draw(), nth += 1) {
          const one = left.flights[(asked.order[nth % 8] ?? 0) % left.flights.length]
          const flights = asked.inParts && one ? [one] : left.flights
          const rescue_plan = {
            ...{ ...span, strategy: left.strategy, reason: 'Oil leak' },
            flights: flights.map(({ flight_id, seen: told }) => ({ flight_id, seen: told })),
          }
          const press = () => shop.call('POST', '/v1/rescue_plans', { token, body: { rescue_plan } })
          const answer = await press()
          expect(answer.status).toBe(200)
          expect(RescueReply.parse(answer.body).rescue.settled_before).toBe(0)
          expect(RescueReply.parse((await press()).body).rescue.settled_before).toBe(flights.length)
          settled.push(...flights.flatMap((flight) => flight.parties))
          said += flights.reduce((sum, { cost }) => sum + cents(cost), 0)
          expect(await day.findTrouble()).toEqual([])
        }
        const idsOf = (all: typeof parties) => all.map((one) => one.order_id).toSorted((a, b) => a - b)
        expect(idsOf(settled)).toEqual(idsOf(parties))
        expect(said).toBeLessThanOrEqual(cents(off?.cost))
        if (!asked.inParts) expect(said).toBe(cents())
        expect((await draw()).flights).toEqual([])
        await shop.runDueNow()

        // Each party stands where the plan said, was told once, and gets what it said.
        for (const one of settled) {
          seen.set(one.outcome, (seen.get(one.outcome) ?? 0) + 1)
          const told = (kind: string) =>
            shop.count('select count(*) from mails where kind = $1 and order_id = $2', kind, one.order_id)
          expect([await told('flight_moved'), await told('called_off')]).toEqual([
            one.outcome === 'moved' ? 1 : 0,
            one.outcome === 'called_off' ? 1 : 0,
          ])
          if (one.outcome === 'moved') {
            const at = await shop.count(
              `select extract(epoch from s.depart_at) from holds h join flights f on f.id = h.flight_id
               join slots s on s.id = f.slot_id where h.state = 'sold' and h.order_id = $1`,
              one.order_id,
            )
            expect(new Date(at * 1000).toISOString()).toBe(one.moves_to)
          }
          if (one.outcome === 'called_off') await takeWorth(one.order_id, token)
        }
        expect((await givenCents()) - before).toBe(said)
        expect(await day.findInconsistencies()).toEqual([])
        await shop.deps.database.query('delete from aircraft_outages')
      }),
      { numRuns: DAYS },
    )
    // Many days without any of these would prove nothing; a few may pass without one.
    expect(seen.size).toBeGreaterThan(0)
    if (DAYS >= 50) expect([...seen.keys()].toSorted()).toEqual(['called_off', 'moved', 'stays'])
  },
)

/** The party takes its money where it may, and else the voucher. */
async function takeWorth(orderId: number, token: string): Promise<void> {
  const { rows } = await shop.deps.database.query(
    `select token_hash as "tokenHash", token_sealed as "tokenSealed" from reschedule_claims
     where order_id = $1`,
    [orderId],
  )
  const sealed = {
    tokenHash: String(rows[0]?.['tokenHash']),
    tokenSealed: rows[0]?.['tokenSealed'] as Buffer,
  }
  const path = `/v1/reschedule_claims/${openRebookingToken(shop.deps.settings.secrets.code, sealed)}`
  const offer = RebookingOfferReply.parse((await shop.call('GET', path)).body).reschedule_claim
  const answer = offer.refund
    ? { choice: 'refund', amount: offer.refund.amount }
    : { choice: 'voucher', amount: offer.voucher_amount }
  const { status } = await shop.call('POST', `${path}/answer`, { body: { reschedule_claim: answer } })
  expect(status).toBe(200)
  // What was paid at the counter is handed out there.
  const waiting = await shop.call('GET', `/v1/hand_outs?order_id=${String(orderId)}`, { token })
  for (const { refund_id } of ManualRefundsReply.parse(waiting.body).hand_outs) {
    const body = { hand_out: { refund_id } }
    expect((await shop.call('POST', '/v1/hand_outs', { token, body })).status).toBe(201)
  }
}
