import { and, eq, isNull } from 'drizzle-orm'
import { makeAgentStatements } from '../../agents/make-statements.ts'
import { drawerMovements, drawers } from '../../db/schema/drawers.ts'
import { cancelDeparture } from '../../disruptions/cancel-departure.ts'
import { sweepRebookingOffers } from '../../disruptions/sweep-rebooking-offers.ts'
import { decideMinimums } from '../../disruptions/decide-minimums.ts'
import { processWeatherHolds } from '../../disruptions/weather-holds/work-weather-holds.ts'
import { processDepartureCancellations } from '../../disruptions/work-departure-cancellations.ts'
import { sendDueGifts } from '../../gifts/send-due-gifts.ts'
import { sweepSubscriptions } from '../../memberships/sweep-subscriptions.ts'
import { expireOrders } from '../../orders/expire-orders.ts'
import { sendCare } from '../../care/send-care.ts'
import { closeDrawer, openDrawer } from '../../staff-sales/drawers.ts'
import { createManualRefundTasks } from '../../staff-sales/request-cash-refund.ts'
import { joinWaitlist } from '../../waitlist/join-waitlist.ts'
import { serveWaitlists } from '../../waitlist/serve-waitlists.ts'
import { processProviderEvents } from '../provider-events/work-provider-events.ts'
import { deliverMails } from './deliver-mails.ts'
import { addDeparture, leaseAircraft, leaveOnTime } from './drive-day.ts'
import { holdForWeather, setMinimum } from './drive-decisions.ts'
import { type Refused } from './drive-sales.ts'
import { payAgents } from './hire-agent.ts'
import { flyFlights } from './fly-flights.ts'
import { settleRoster } from './settle-roster.ts'
import { deskOf, type SeasonShop } from './season-shop.ts'
import { type HouseStep } from './steps.ts'

/** What belongs to no single booking: drawers, flights, and the work of jobs. */
export async function driveHouse(shop: SeasonShop, step: HouseStep): Promise<Refused> {
  const { deps } = shop
  switch (step.kind) {
    case 'open-drawer':
      await openDrawer(deps, step.dollars * 100, deskOf(shop))
      return undefined
    case 'close-drawer':
      return countDrawer(shop, step.differenceDollars)
    case 'call-off':
      return callOff(shop, step)
    case 'wait':
      return join(shop, step)
    case 'fly':
      await flyFlights(shop, step.date)
      return undefined
    case 'extra':
      return addDeparture(shop, step)
    case 'spare':
      return leaseAircraft(shop, step)
    case 'weather-hold':
      return holdForWeather(shop, step)
    case 'minimum':
      return setMinimum(shop, step)
    case 'leave':
      return leaveOnTime(shop, step.date)
    case 'roster':
      await settleRoster(shop, step.date)
      return undefined
    case 'night':
      await workJobs(shop)
      return undefined
  }
}

type Step<Kind extends HouseStep['kind']> = Extract<HouseStep, { kind: Kind }>

async function countDrawer(shop: SeasonShop, differenceDollars: number): Promise<Refused> {
  const { deps, staff } = shop
  const { db } = deps.database
  const own = and(eq(drawers.userId, staff.userId), isNull(drawers.closedAt))
  const [open] = await db.select().from(drawers).where(own)
  if (!open) return 'drawer_closed'
  const moved = await db.select().from(drawerMovements).where(eq(drawerMovements.drawerId, open.id))
  const expected = moved.reduce((sum, { amountCents }) => sum + amountCents, open.openingCents)
  const note = differenceDollars === 0 ? '' : 'Counted twice'
  const counted = { cents: expected + differenceDollars * 100, note }
  const closed = await closeDrawer(deps, open.id, counted, deskOf(shop))
  return closed.ok ? undefined : closed.reason
}

async function callOff(shop: SeasonShop, { departures, note }: Step<'call-off'>): Promise<Refused> {
  const { deps, staff } = shop
  for (const { id, departAt } of departures) {
    const fields = { departure_id: id, depart_at: departAt.toISOString(), reason: 'weather' as const, note }
    const done = await cancelDeparture(deps, fields, `user:${String(staff.userId)}`)
    if (!done.ok) return done.reason
  }
  await processDepartureCancellations(deps)
  return undefined
}

async function join({ deps }: SeasonShop, step: Step<'wait'>): Promise<Refused> {
  const { departure, buyer, quantity, brandId } = step
  const { email, phone } = buyer
  const fields = {
    brand_id: brandId,
    departure_id: departure.id,
    depart_at: departure.departAt.toISOString(),
    quantity_type: 'seat' as const,
    quantity,
    email,
    phone,
    consent: true as const,
  }
  const joined = await joinWaitlist(deps, { kind: 'visitor' }, fields, undefined)
  return joined.ok ? undefined : joined.reason
}

/** What the jobs of a running shop do over a day. */
async function workJobs(shop: SeasonShop): Promise<void> {
  const { deps, provider } = shop
  await provider.settle()
  await processProviderEvents(deps)
  await expireOrders(deps)
  await sweepRebookingOffers(deps)
  await serveWaitlists(deps)
  await sendDueGifts(deps)
  await sweepSubscriptions(deps)
  await sendCare(deps)
  await createManualRefundTasks(deps)
  await processWeatherHolds(deps)
  await decideMinimums(deps)
  await makeAgentStatements(deps)
  await payAgents(shop)
  await deliverMails(shop)
}
