import { createHash } from 'node:crypto'
import { type RescueParty, type RescuePlan, type RescueStrategy } from '#contract/rescue-plan.ts'
import { type Db } from '../../db/client.ts'
import { type ApiDeps } from '../../deps.ts'
import { poundsOver } from '../../flights/rules/flight-options.ts'
import { toDollars } from '../../rules/money/money.ts'
import { findTextRecipient } from '../../store/texts/queue-text.ts'
import { isWalkInEmail, presentEmail } from '../../store/walk-in-email.ts'
import {
  type PlannedFlight,
  type PlannedParty,
  planRescue,
  type RescueCost,
  type RescuePlan as PlannedRescue,
} from '../rules/rescue-plan.ts'
import { findPartyNames } from '../weather-days/find-parties.ts'
import {
  loadRescueGround,
  type RescueGround,
  type RescueGroundFound,
  type RescueSpan,
} from './load-rescue-facts.ts'

export interface DrawnRescue {
  ground: RescueGround
  planned: PlannedRescue
  plan: RescuePlan
}

export type RescueDrawn = ({ ok: true } & DrawnRescue) | Extract<RescueGroundFound, { ok: false }>

/**
 * Draws the rescue plan of an aircraft that is down, as the day is now. Nothing is written.
 *
 * @param asked.strategy the best one by default
 */
export async function drawRescuePlan(
  deps: Pick<ApiDeps, 'settings' | 'database'>,
  asked: RescueSpan & { strategy?: RescueStrategy | undefined },
  now: Date,
): Promise<RescueDrawn> {
  const { db } = deps.database
  const found = await loadRescueGround(db, asked, now)
  if (!found.ok) return found
  const { ground } = found
  const plans = planRescue(ground.facts)
  const planned = plans.find(({ strategy }) => strategy === asked.strategy) ?? plans[0]
  if (!planned) throw new Error('No plan was drawn')
  return { ok: true, ground, planned, plan: await present(deps, ground, { planned, plans }) }
}

async function present(
  deps: Pick<ApiDeps, 'settings' | 'database'>,
  ground: RescueGround,
  { planned, plans }: { planned: PlannedRescue; plans: readonly PlannedRescue[] },
): Promise<RescuePlan> {
  const { db } = deps.database
  const { span, machine, terminal } = ground
  const names = await findPartyNames(db, [...ground.orders.keys()])
  const flights: RescuePlan['flights'] = []
  for (const one of planned.flights) {
    const row = ground.rows.get(one.flight.flight.id)
    if (!row) continue
    const parties: RescueParty[] = []
    for (const party of one.parties) parties.push(await presentParty(deps, db, ground, { party, names }))
    const unpaid = ground.unpaid.get(row.flight.id) ?? 0
    flights.push({
      flight_id: row.flight.id,
      flight_code: row.flight.flightCode,
      product_name: row.product,
      depart_at: row.flight.departAt.toISOString(),
      status: row.flight.status,
      act: one.act,
      aircraft: one.machine
        ? {
            id: one.machine.id,
            registration: registrationOf(ground, one.machine.id),
            over_lbs: poundsOver(one.flight.taken, one.machine),
          }
        : null,
      parties,
      unpaid,
      cost: presentCost(one.cost),
      seen: summarize(one, unpaid),
    })
  }
  return {
    aircraft_id: machine.id,
    registration: machine.registration,
    terminal_name: terminal.name,
    timezone: terminal.timezone,
    date: span.date,
    from: span.from,
    until: span.until,
    strategy: planned.strategy,
    flights,
    cost: presentCost(planned.cost),
    alternatives: plans.map(presentAlternative),
    out_of_service: ground.outOfService,
  }
}

const registrationOf = ({ machines }: RescueGround, id: number) =>
  machines.find((one) => one.id === id)?.registration ?? ''

const presentCost = ({ seats, refundCents, voucherCents }: RescueCost): RescuePlan['cost'] => ({
  seats,
  refund_amount: toDollars(refundCents),
  voucher_amount: toDollars(voucherCents),
})

function presentAlternative({ strategy, flights, cost }: PlannedRescue): RescuePlan['alternatives'][number] {
  const parties = flights.flatMap((one) => one.parties)
  const count = (wanted: PlannedParty['outcome']) =>
    parties.filter(({ outcome }) => outcome === wanted).length
  return {
    strategy,
    swaps: flights.filter(({ act }) => act === 'swap').length,
    moved: count('moved'),
    called_off: count('called_off'),
    by_hand: count('by_hand'),
    cost: presentCost(cost),
  }
}

async function presentParty(
  { settings }: Pick<ApiDeps, 'settings'>,
  db: Db,
  ground: RescueGround,
  { party: { party, outcome, to }, names }: { party: PlannedParty; names: ReadonlyMap<number, string> },
): Promise<RescueParty> {
  const known = ground.orders.get(party.orderId)
  if (!known) throw new Error(`The order ${String(party.orderId)} of a plan was not read`)
  const { order, people } = known
  const isTold = outcome === 'moved' || outcome === 'called_off'
  const texted = isTold && (await findTextRecipient(db, settings, order)).ok
  const mailed = isTold && !isWalkInEmail(order.email)
  return {
    order_id: order.id,
    number: `O-${String(order.id)}`,
    name: names.get(order.id) ?? '',
    email: presentEmail(order.email),
    phone: order.phone,
    people,
    outcome,
    moves_to: to?.departure.departAt.toISOString() ?? null,
    refund_amount: party.refundCents === null ? null : toDollars(party.refundCents),
    voucher_amount: party.voucherCents === 0 ? null : toDollars(party.voucherCents),
    told_by:
      outcome === 'stays'
        ? 'nobody'
        : mailed
          ? texted
            ? 'mail_and_text'
            : 'mail'
          : texted
            ? 'text'
            : 'call',
  }
}

/** A short text that differs whenever the plan of a flight does. */
function summarize({ flight, act, machine, parties }: PlannedFlight, unpaid: number): string {
  const told = parties.map(({ party, outcome, to }) => [
    ...[party.orderId, party.size, party.weightLbs, party.refundCents, party.voucherCents, outcome],
    to?.departure.departAt.toISOString() ?? null,
  ])
  const whole = JSON.stringify([flight.flight.id, act, machine?.id ?? null, unpaid, told])
  return createHash('sha256').update(whole).digest('base64url').slice(0, 20)
}
