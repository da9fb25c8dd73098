import {
  type FlightTransferOptions,
  type TransferParty,
  type TransferTarget,
} from '#contract/flight-transfer.ts'
import { type DbOrTx } from '../../db/client.ts'
import { type ApiDeps } from '../../deps.ts'
import { findTextRecipient } from '../../store/texts/queue-text.ts'
import { isWalkInEmail, nameByEmail } from '../../store/walk-in-email.ts'
import { findPartyNames } from '../weather-days/find-parties.ts'
import { emptiesFlight, type PartyOnBoard, type TransferAsked } from './find-parties-on-board.ts'
import { type Target } from './find-targets.ts'
import { loadTransfer, type TransferPlan } from './load-transfer.ts'

/** Who is on a flight, and what a transfer of some or all of them would do now; undefined without one. */
export async function previewTransfer(
  deps: Pick<ApiDeps, 'settings'>,
  db: DbOrTx,
  asked: TransferAsked,
): Promise<FlightTransferOptions | undefined> {
  const plan = await loadTransfer(db, asked)
  return plan && presentTransfer(deps, db, plan)
}

/** The words of a plan for staff. */
export async function presentTransfer(
  deps: Pick<ApiDeps, 'settings'>,
  db: DbOrTx,
  plan: TransferPlan,
): Promise<FlightTransferOptions> {
  const { from, slot, obstacle, parties, held, targets } = plan
  const { flight } = from
  const moving = parties.flatMap((one) => (one.chosen ? [{ one, chosen: one.chosen }] : []))
  const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0)
  const told = await countTold(deps, db, parties)
  const names = await findPartyNames(
    db,
    parties.map(({ order }) => order.id),
  )
  const people = moving.flatMap(({ one, chosen }) =>
    one.people.filter(({ id }) => chosen.people.some((person) => person.id === id)),
  )
  return {
    flight_id: flight.id,
    flight_code: flight.flightCode,
    product_name: from.product,
    terminal_name: plan.terminalName,
    timezone: from.timezone,
    date: slot.localDate,
    status: flight.status,
    depart_at: flight.departAt.toISOString(),
    registration: from.registration,
    pilot_name: flight.pilotId === null ? null : from.pilot,
    capacity: flight.capacity,
    max_weight_lbs: flight.maxWeightLbs,
    obstacle,
    parties: parties.map((party) => presentParty(party, names.get(party.order.id))),
    moving: {
      parties: moving.map(({ one, chosen }) => ({
        order_id: one.order.id,
        passenger_ids: chosen.whole ? [] : chosen.people.map(({ id }) => id),
      })),
      people: sum(moving.map(({ chosen }) => chosen.people.length || chosen.units)),
      seats: sum(moving.map(({ chosen }) => chosen.units)),
      weight_lbs: sum(moving.map(({ chosen }) => chosen.weightLbs)),
      checked_in: people.filter((person) => person.checked_in).length,
    },
    empties: emptiesFlight(parties),
    held: held && { seats: held.seats, until: held.until.toISOString() },
    targets: targets.map((target) => presentTarget(target, from.flight.departAt, told)),
  }
}

const presentParty = (
  { order, obstacle, seats, weightLbs, people }: PartyOnBoard,
  name: string | undefined,
): TransferParty => ({
  order_id: order.id,
  order_number: `O-${String(order.id)}`,
  buyer: name || nameByEmail(order.email),
  seats,
  weight_lbs: weightLbs,
  people,
  obstacle,
})

type Told = TransferTarget['told']
const NOBODY: Told = { parties: 0, by_mail: 0, by_text: 0, to_call: 0 }

function presentTarget(target: Target, departAt: Date, told: Told): TransferTarget {
  const { aircraft, row } = target
  return {
    flight_id: target.flightId,
    aircraft_id: aircraft.id,
    flight_code: row?.flight.flightCode ?? null,
    registration: aircraft.registration,
    pilot_name: row && row.flight.pilotId !== null ? row.pilot : null,
    depart_at: target.departAt.toISOString(),
    seats_taken: target.seatsTaken,
    capacity: row?.flight.capacity ?? aircraft.capacity,
    weight_lbs: target.weightTakenLbs,
    max_weight_lbs: row?.flight.maxWeightLbs ?? aircraft.maxWeightLbs,
    reasons: target.reasons,
    // Whoever leaves at the same time sees the other aircraft only at the terminal.
    told: target.departAt.getTime() === departAt.getTime() ? NOBODY : told,
  }
}

async function countTold(
  deps: Pick<ApiDeps, 'settings'>,
  db: DbOrTx,
  parties: readonly PartyOnBoard[],
): Promise<Told> {
  const moving = parties.filter(({ chosen }) => chosen !== undefined)
  const told = { ...NOBODY, parties: moving.length }
  for (const { order } of moving) {
    const hasMail = !isWalkInEmail(order.email)
    const { ok: getsText } = await findTextRecipient(db, deps.settings, order)
    if (hasMail) told.by_mail += 1
    if (getsText) told.by_text += 1
    if (!hasMail && !getsText) told.to_call += 1
  }
  return told
}
