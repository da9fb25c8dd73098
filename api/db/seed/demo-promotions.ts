import { sql } from 'drizzle-orm'
import { addDays, addMonths, instantOf, toLocalDate, monthOf } from '#api/rules/time/local-time.ts'
import { type Tx } from '../client.ts'
import { campaigns, discountCodes, discounts } from '../schema/promotions.ts'

const ZONE = 'America/New_York'

type NewDiscount = Partial<typeof discounts.$inferInsert>
type NewCode = Partial<typeof discountCodes.$inferInsert>

/** One code of every kind; its id is also that of its discount. */
const demoCodes: readonly [code: string, says: string, discount: NewDiscount, terms?: NewCode][] = [
  ['FLY15', '15% off', { percentBps: 1500 }],
  ['TENOFF', '$10 off', { amountCents: 1000 }],
  ['SEATSONLY', '10% off seats', { percentBps: 1000, disableForFlights: true }],
  ['FLIGHTSONLY', '10% off whole flights', { percentBps: 1000, disableForSeats: true }],
  ['NEWYORKER', '20% off The New Yorker', { percentBps: 2000, productIds: [6] }],
  ['TIDEWATER', '10% off with Tidewater', { percentBps: 1000, brandId: 2 }],
  ['SPENT', '$50 off', { amountCents: 5000 }, { redemptionLimit: 0 }],
  ['LASTONE', '$50 off, once', { amountCents: 5000 }, { redemptionLimit: 1 }],
  ['OLDNEWS', '25% off', { percentBps: 2500 }],
  ['GOLDENHOUR', '10% off, sunsets too', { percentBps: 1000 }, { sunsetAndFocus: true }],
]

/** Codes and campaigns of the demo shop, with dates around `now`. */
export async function seedPromotions(tx: Tx, now: Date): Promise<void> {
  const midnight = (date: string) => instantOf(date, '00:00', ZONE)
  const today = toLocalDate(now, ZONE)
  const ended = { publishUntil: midnight(addDays(today, -30)) }
  await tx.insert(discounts).values(
    demoCodes.map(([code, invoiceDescription, discount], index) => ({
      id: index + 1,
      name: code,
      invoiceDescription,
      publishStatus: 'published' as const,
      ...(code === 'OLDNEWS' ? ended : {}),
      ...discount,
    })),
  )
  await tx
    .insert(discountCodes)
    .values(
      demoCodes.map(([code, , , terms], index) => ({ id: index + 1, code, discountId: index + 1, ...terms })),
    )
  await tx.insert(campaigns).values(demoCampaigns(today, midnight))
  for (const table of ['discounts', 'discount_codes', 'campaigns']) {
    const name = sql.identifier(table)
    await tx.execute(
      sql`select setval(pg_get_serial_sequence(${table}, 'id'), (select max(id) from ${name}))`,
    )
  }
}

/**
 * A past campaign, a running one, one that is switched off, and one that lowers every price from
 * next month on.
 */
function demoCampaigns(today: string, midnight: (date: string) => Date): (typeof campaigns.$inferInsert)[] {
  const nextMonth = `${addMonths(monthOf(today), 1)}-01`
  const shown = { brandId: 1, bannerColor: '#a63a12', bannerLinkTo: '/checkout/6' }
  return [
    {
      ...shown,
      id: 1,
      name: 'Half-price week',
      startAt: midnight(addDays(today, -60)),
      endAt: midnight(addDays(today, -53)),
      discountPercentOff: 50,
    },
    {
      ...shown,
      id: 2,
      name: 'Fifteen off',
      startAt: midnight(addDays(today, -3)),
      endAt: midnight(addDays(today, 21)),
      discountCode: 'FLY15',
      discountPercentOff: 15,
      autoFillCode: true,
      countdownEnabled: true,
      countdownText: '15% off with FLY15',
      bannerImage: '/banners/last-light.svg',
    },
    {
      ...shown,
      id: 3,
      name: 'Gift weekend',
      startAt: midnight(addDays(today, -2)),
      endAt: midnight(addDays(today, 30)),
      discountPercentOff: 70,
      bannerLinkTo: '/checkout/6?gift_card=1',
      disabled: true,
    },
    {
      ...shown,
      id: 4,
      name: 'A fifth off everything',
      startAt: midnight(nextMonth),
      endAt: midnight(addDays(nextMonth, 7)),
      discountPercentOff: 20,
      countdownEnabled: true,
      countdownText: '20% off every flight this week',
    },
  ]
}
