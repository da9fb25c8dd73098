import { inArray } from 'drizzle-orm'
import { readWaiverName, waiverName } from '#contract/waiver.ts'
import { type PassengerForm } from '#contract/passenger.ts'
import { type DbOrTx } from '../db/client.ts'
import { passengerLinks } from '../db/schema/passengers.ts'
import { type ApiDeps } from '../deps.ts'
import { findWrittenVersion } from '../store/written-texts/read-written-texts.ts'
import {
  findFlying,
  findPassengerFlight,
  findPassengers,
  getOwnPassengerFormState,
  isPassengerComplete,
} from './find-passenger.ts'
import { presentDetails } from './passenger-details.ts'
import { presentGuest } from './read-party.ts'
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
  const { passenger, waiver, hasSigned, isCalled, order, newestWaiver } = found
  const state = getOwnPassengerFormState(found, flight, deps.clock.now())
  const people = state === 'cancelled' ? [] : await findFlying(db, order.id)
  const version = waiver?.version ?? waiverName(order.brandId, newestWaiver)
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
      sign_again: hasSigned && waiver === null,
      waiver_text: { version, words: await findWords(db, version) },
      flight,
      state,
      checked_in: passenger.boarding === 'checked_in',
      we_call: isCalled,
      party: people.map((one) => ({
        ...presentGuest(one, people),
        done: isPassengerComplete(one),
        own: one.passenger.id === passenger.id,
      })),
    },
  }
}

/** The words of a waiver that staff saved; null for one of the shop's files. */
async function findWords(db: DbOrTx, version: string) {
  const saved = readWaiverName(version)
  return saved ? ((await findWrittenVersion(db, { ...saved, name: 'waiver' })) ?? null) : null
}
