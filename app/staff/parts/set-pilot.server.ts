import { z } from 'zod'
import { FlightDayReply } from '#contract/flight-day.ts'
import { ChangedBy } from '#contract/passenger.ts'
import { Id, Instant } from '#contract/primitives.ts'
import { type Refusal } from '../../ui/form/read-form.server.ts'
import { type ApiClient } from '../../visit/api-result.ts'
import { type ColleagueChange, describePilotChange } from './colleague-change.ts'

interface PilotChoice {
  flightId: number
  /** Null takes the pilot off. */
  pilotId: number | null
  /** The pilot that the page showed; undefined if the form did not say. */
  was: number | null | undefined
}

/** A pilot whom a colleague set or took off while the form was open. */
export interface PilotChange extends ColleagueChange<string> {
  /** The id of the present pilot. */
  pilotId: number | null
}

export type PilotRefusal = { status: number; refusal: Refusal; change: PilotChange | undefined }

const PresentFlight = ChangedBy.extend({
  flight: z.object({ pilot_id: Id.nullable(), depart_at: Instant }),
})

/**
 * Sets the pilot of a flight, unless a colleague set another one than the page showed. Then it
 * names both.
 *
 * @returns undefined once the pilot is set
 */
export async function setPilot(
  userApi: ApiClient,
  { flightId, pilotId, was }: PilotChoice,
): Promise<PilotRefusal | undefined> {
  const flight = { pilot_id: pilotId, ...(was === undefined ? {} : { pilot_id_was: was }) }
  const set = await userApi.patch(`/v1/flights/${String(flightId)}`, z.unknown(), { body: { flight } })
  if (set.ok) return undefined
  const { status } = set
  const present = set.code === 'changed_meanwhile' ? PresentFlight.safeParse(set.body) : undefined
  if (!present?.success) return { status, refusal: set, change: undefined }
  const { pilot_id: now, depart_at: at } = present.data.flight
  const names = await loadPilotNames(userApi, at)
  const nameOf = (id: number | null) => (id === null ? null : (names.get(id) ?? 'Another pilot'))
  const change = { pilotId: now, now: nameOf(now), by: present.data.changed_by, mine: nameOf(pilotId) }
  return {
    status,
    refusal: { errors: { pilot_id: [`${describePilotChange(change)} Press again to set yours.`] } },
    change,
  }
}

/** Every day lists all pilots. */
async function loadPilotNames(userApi: ApiClient, departAt: string): Promise<Map<number, string>> {
  const found = await userApi.get(`/v1/flight_days/${departAt.slice(0, 10)}`, FlightDayReply)
  return new Map(found.ok ? found.data.flight_day.pilots.map(({ id, name }) => [id, name]) : [])
}
