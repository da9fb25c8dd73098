import { inArray } from 'drizzle-orm'
import { type PassengerForm } from '#contract/passenger.ts'
import { passengerLinks } from '../db/schema/passengers.ts'
import { type ApiDeps } from '../deps.ts'
import { findPassengerFlight, findPassengers, getOwnPassengerFormState } from './find-passenger.ts'
import { presentDetails } from './passenger-details.ts'
import { passengerTokenHashes } from './make-passenger-links.ts'

type PassengerFormResult = { ok: true; form: PassengerForm } | { ok: false; reason: 'not_found' }

/**
 * What the page behind a passenger's link shows, never the weight. Reading it changes nothing and
 * does not use the link up.
 */
export async function readPassengerForm(
  deps: Pick<ApiDeps, 'database' | 'settings' | 'clock'>,
  token: string,
): Promise<PassengerFormResult> {
  const { db } = deps.database
  const hashes = passengerTokenHashes(deps.settings.secrets.code, token)
  const [found] = await findPassengers(db, inArray(passengerLinks.tokenHash, hashes))
  const flight =
    found && (await findPassengerFlight(db, { ...found.order, flightId: found.passenger.flightId }))
  if (!found || !flight) return { ok: false, reason: 'not_found' }
  const { passenger, waiver, isCalled } = found
  return {
    ok: true,
    form: {
      ...presentDetails(passenger),
      weight_given: passenger.weightLbs !== null,
      waiver: waiver && {
        version: waiver.version,
        signature: waiver.signature,
        drawing: waiver.drawing,
        signed_at: waiver.signedAt.toISOString(),
      },
      flight,
      state: getOwnPassengerFormState(found, flight, deps.clock.now()),
      checked_in: passenger.boarding === 'checked_in',
      we_call: isCalled,
    },
  }
}
