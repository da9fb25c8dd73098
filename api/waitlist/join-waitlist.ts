import { and, eq, inArray, sql } from 'drizzle-orm'
import { type FieldErrors } from '#contract/errors.ts'
import { type WaitlistEntryFields, type WaitlistFlight } from '#contract/waitlist.ts'
import { type Tx } from '../db/client.ts'
import { waitlistEntries } from '../db/schema/waitlist.ts'
import { type ApiDeps } from '../deps.ts'
import { seal } from '../gateways/sealed-text.ts'
import { type Caller } from '../http/http.ts'
import { type CartProblem, findCartProblem } from '../rules/pricing/pricing.ts'
import { getRoomStatus, wholeFlightsNeeded } from '../rules/departures/availability.ts'
import { findOfferEnd } from './rules/waitlist-offer-end.ts'
import { waitlistLimits } from './rules/waitlist-limits.ts'
import { readCatalogue } from '../store/catalogue/read-catalogue.ts'
import { queueMail } from '../store/mails/queue-mail.ts'
import { networkKeyOf } from '../http/network-key.ts'
import { type CartFacts, type CartFactsRefusal, loadCartFacts } from '../pricing/load-cart-facts.ts'
import { lockSlotRows, releaseLapsedHolds } from '../slots/slot-rows.ts'
import { findOrMakeSlot } from '../slots/slot-store.ts'
import { endLapsedOffers } from './end-waitlist-offers.ts'
import { presentWaitlistFlight } from './find-waitlist-flights.ts'
import { ENTRY_SECRET_USE, hashWaitlistToken, newWaitlistToken } from '../gateways/link-secret.ts'

export type JoinedWaitlist =
  | { ok: true; flight: WaitlistFlight }
  | { ok: false; reason: 'invalid'; fields: FieldErrors }
  | {
      ok: false
      reason: CartFactsRefusal | CartProblem | 'waitlist_has_room' | 'waitlist_over' | 'waitlist_many'
    }

/** The class of the advisory lock on the e-mail of a person who joins. */
const JOIN_LOCK = 7203117

/**
 * Puts a party on the waitlist of a full departure; the same e-mail again changes the size of its
 * entry. The answer is the same either way and the entry's link is only mailed, so a typed e-mail
 * reveals nothing.
 *
 * @param visitorAddress for the cap by network; not kept as it is
 */
export async function joinWaitlist(
  deps: ApiDeps,
  caller: Caller,
  fields: WaitlistEntryFields,
  visitorAddress: string | undefined,
): Promise<JoinedWaitlist> {
  const { db } = deps.database
  const now = deps.clock.now()
  const { brand_id: brandId, departure_id: departureId } = fields
  const departAt = new Date(fields.depart_at)
  const loaded = await loadCartFacts(db, { brandId, departureId, departAt, now })
  if (!loaded.ok) return loaded
  const { facts } = loaded
  const refused = refuseParty(deps, facts, fields, now)
  if (refused) return refused
  const flight = presentWaitlistFlight(await readCatalogue(db), facts.slot)
  if (!flight) return { ok: false, reason: 'departure_unknown' }
  const roles = caller.kind === 'visitor' ? [] : caller.roles
  const joining: Joining = {
    fields,
    facts,
    userId: caller.kind === 'customer' ? caller.userId : null,
    networkKey: networkKeyOf(deps, { roles }, visitorAddress),
    now,
  }
  const joined = await db.transaction((tx) => joinIn(tx, deps, joining))
  return joined ? { ok: true, flight } : { ok: false, reason: 'waitlist_many' }
}

/** Why a party cannot join this waitlist. */
function refuseParty(
  { settings }: Pick<ApiDeps, 'settings'>,
  facts: CartFacts,
  { quantity_type: quantityType, quantity }: WaitlistEntryFields,
  now: Date,
): Exclude<JoinedWaitlist, { ok: true }> | undefined {
  const problem = findCartProblem(facts.pricing, { quantityType, quantity, upgrades: [] })
  if (problem) return { ok: false, reason: problem }
  if (getRoomStatus(facts.room, { quantityType, quantity }) === 'open') {
    return { ok: false, reason: 'waitlist_has_room' }
  }
  const { capacity } = facts.pricing
  const most = String(quantityType === 'seat' ? capacity : facts.aircraft.length * capacity)
  const tooMany =
    quantityType === 'seat'
      ? quantity > capacity
      : wholeFlightsNeeded(quantity, capacity) > facts.aircraft.length
  if (tooMany) {
    const why =
      `At most ${most} people fit on this ` + `departure${quantityType === 'seat' ? ' by single seats' : ''}`
    return { ok: false, reason: 'invalid', fields: { quantity: [why] } }
  }
  const end = findOfferEnd(now, facts.slot.salesCloseAt, settings.waitlistOfferMinutes)
  return end ? undefined : { ok: false, reason: 'waitlist_over' }
}

interface Joining {
  fields: WaitlistEntryFields
  facts: CartFacts
  userId: number | null
  networkKey: string | null
  now: Date
}

/** @returns false when they wait for too many departures already */
async function joinIn(tx: Tx, deps: ApiDeps, joining: Joining): Promise<boolean> {
  const { fields, facts, now } = joining
  const email = fields.email.toLowerCase()
  await tx.execute(sql`select pg_advisory_xact_lock(${JOIN_LOCK}, hashtext(${email}))`)
  const { id: slotId } = await findOrMakeSlot(tx, facts.slot)
  await lockSlotRows(tx, [slotId])
  await releaseLapsedHolds(tx, [slotId], now)
  await endLapsedOffers(tx, slotId, now)
  const [present] = await tx
    .select()
    .from(waitlistEntries)
    .where(and(eq(waitlistEntries.slotId, slotId), eq(waitlistEntries.email, email), alive))
  const party = { quantityType: fields.quantity_type, quantity: fields.quantity }
  // An open offer stays as it was made.
  if (present?.status === 'offered') return true
  if (present) {
    await tx.update(waitlistEntries).set(party).where(eq(waitlistEntries.id, present.id))
    await mailJoined(tx, deps, { ...present, ...party }, now)
    return true
  }
  if (await waitsForMany(tx, deps, email, joining)) return false
  const token = newWaitlistToken()
  const [made] = await tx
    .insert(waitlistEntries)
    .values({
      brandId: fields.brand_id,
      slotId,
      userId: joining.userId,
      email,
      phone: fields.phone ? fields.phone : null,
      ...party,
      status: 'waiting',
      tokenHash: hashWaitlistToken(token),
      tokenSealed: seal(deps.settings.secrets.code, ENTRY_SECRET_USE, token),
      networkKey: joining.networkKey,
      consentAt: now,
      createdAt: now,
    })
    .returning()
  if (!made) throw new Error('The entry was not written')
  await mailJoined(tx, deps, made, now)
  return true
}

const alive = inArray(waitlistEntries.status, ['waiting', 'offered'])

/** Sends one mail for each party size, so that repeated requests cannot flood an address. */
async function mailJoined(
  tx: Tx,
  deps: ApiDeps,
  { id, brandId, email, quantityType, quantity }: typeof waitlistEntries.$inferSelect,
  now: Date,
): Promise<void> {
  const eventKey = `waitlist_joined:${String(id)}:${quantityType}:${String(quantity)}`
  const mail = { kind: 'waitlist_joined' as const, eventKey, brandId, subjectId: id, to: email }
  await queueMail(tx, mail, now, deps)
}

async function waitsForMany(
  tx: Tx,
  { settings }: ApiDeps,
  email: string,
  { networkKey }: Joining,
): Promise<boolean> {
  const ofEmail = await tx.$count(waitlistEntries, and(eq(waitlistEntries.email, email), alive))
  if (ofEmail >= waitlistLimits.ofEmail * settings.limitFactor) return true
  if (networkKey === null) return false
  const ofNetwork = await tx.$count(waitlistEntries, and(eq(waitlistEntries.networkKey, networkKey), alive))
  return ofNetwork >= waitlistLimits.ofNetwork * settings.limitFactor
}
