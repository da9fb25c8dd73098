import { type Rescue, type RescueFields, type RescuePlan } from '#contract/rescue-plan.ts'
import { type ApiDeps } from '../../deps.ts'
import { flightResource } from '../../flights/flight-resource.ts'
import { takeOutForHours } from '../../flights/outages/aircraft-outages.ts'
import { type SignedInCaller } from '../../http/http.ts'
import { changeRow } from '../../resources/write-rows.ts'
import { type AuditBy } from '../../store/write-audit.ts'
import { type PlannedFlight } from '../rules/rescue-plan.ts'
import { clearFlight } from './clear-flight.ts'
import { drawRescuePlan, type RescueDrawn } from './draw-rescue-plan.ts'

export type RescueApplied =
  | { ok: true; rescue: Rescue; plan: RescuePlan }
  | Extract<RescueDrawn, { ok: false }>
  | { ok: false; reason: 'rescue_changed'; rescue: Rescue; plan: RescuePlan }

interface Applying {
  fields: RescueFields
  caller: SignedInCaller
  by: AuditBy
}

/**
 * Does a rescue plan, or some flights of it: takes the aircraft out of service for the span, and
 * settles flight by flight, each in a transaction of its own. What was interrupted is in the plan
 * that is drawn next; a flight that was settled before is not settled twice.
 *
 * @param applying.fields.flights what the plan said of each; if one is otherwise now, it and those
 * after it stay as they are
 */
export async function applyRescuePlan(deps: ApiDeps, applying: Applying): Promise<RescueApplied> {
  const { fields, by } = applying
  const asked = { ...fields, aircraftId: fields.aircraft_id }
  const drawn = await drawRescuePlan(deps, asked, by.at)
  if (!drawn.ok) return drawn
  const { ground, planned, plan } = drawn
  const rescue: Rescue = { swaps: 0, moved: 0, called_off: 0, settled_before: 0 }
  const wanted: PlannedFlight[] = []
  for (const { flight_id: id, seen } of fields.flights) {
    const shown = plan.flights.find((one) => one.flight_id === id)
    const one = planned.flights.find(({ flight }) => flight.flight.id === id)
    if (!shown || !one) rescue.settled_before += 1
    else if (shown.seen === seen) wanted.push(one)
    else return { ok: false, reason: 'rescue_changed', rescue, plan }
  }
  if (wanted.length > 0 || !plan.out_of_service) {
    const { fromAt, untilAt, aircraftId, date } = ground.span
    await takeOutForHours(deps, { aircraftId, fromAt, untilAt, date, reason: fields.reason }, by)
  }
  for (const one of wanted) {
    if (!(await settle(deps, one, applying))) {
      const now = await drawRescuePlan(deps, asked, by.at)
      return { ok: false, reason: 'rescue_changed', rescue, plan: now.ok ? now.plan : plan }
    }
    const count = (outcome: string) => one.parties.filter((party) => party.outcome === outcome).length
    rescue.swaps += one.act === 'swap' ? 1 : 0
    rescue.moved += count('moved')
    rescue.called_off += count('called_off')
  }
  const after = await drawRescuePlan(deps, asked, by.at)
  return { ok: true, rescue, plan: after.ok ? after.plan : plan }
}

function settle(deps: ApiDeps, planned: PlannedFlight, { fields, caller, by }: Applying): Promise<boolean> {
  const aircraftId = fields.aircraft_id
  if (planned.machine) return swapAircraft(deps, planned, { aircraftId, caller, by })
  return clearFlight(deps, { planned, aircraftId, by })
}

/** Gives a flight its other aircraft as staff do it on the flight's page, by the same rules. */
async function swapAircraft(
  deps: ApiDeps,
  { flight: { flight }, machine }: PlannedFlight,
  { aircraftId, caller, by }: { aircraftId: number; caller: SignedInCaller; by: AuditBy },
): Promise<boolean> {
  const sent = { aircraft_id: machine?.id, aircraft_id_was: aircraftId }
  const changed = await changeRow(deps, flightResource, flight.id, sent, {
    userId: caller.userId,
    roles: caller.roles,
    staffLimitCents: caller.staffLimitCents,
    now: by.at,
    requestId: by.requestId,
    apiKeyId: by.apiKeyId,
  })
  return changed.ok
}
