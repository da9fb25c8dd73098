import { type GuestToAdd } from '#contract/added-guests.ts'
import { type DbOrTx } from '../../db/client.ts'
import { isGuestChange } from '../../store/orders/change-request.ts'
import { findLastChange } from '../../store/orders/find-change.ts'
import { type OrderRow } from '../../store/orders/order.ts'

export interface ClaimedGuests {
  guests: readonly GuestToAdd[]
  flightId: number | undefined
  /** How many flew before, as the caller saw it. */
  party: number
  /** The total of the order with them, as the caller saw it. */
  claimCents: number
}

/**
 * The change that added exactly these guests last, to the party that the caller saw: a repeated call
 * gets its first answer.
 */
export async function findAddedGuests(
  db: DbOrTx,
  { id, totalCents }: OrderRow,
  { guests, flightId, party, claimCents }: ClaimedGuests,
): Promise<number | undefined> {
  if (totalCents !== claimCents) return undefined
  const last = await findLastChange(db, id)
  if (!last || !isGuestChange(last) || last.wish.party !== party) return undefined
  const there = flightId === undefined || [null, flightId].includes(last.wish.guestFlightId)
  const typesOf = (ids: readonly (number | null)[]) =>
    JSON.stringify(ids.toSorted((a, b) => (a ?? 0) - (b ?? 0)))
  const asked = typesOf(guests.map(({ passenger_type_id: typeId }) => typeId ?? null))
  const added = typesOf(last.wish.guests.map(({ passengerTypeId }) => passengerTypeId))
  return there && asked === added ? last.id : undefined
}
