import { and, asc, eq } from 'drizzle-orm'
import { randomBytes } from 'node:crypto'
import { type Tx } from '../db/client.ts'
import { holds } from '../db/schema/holds.ts'
import { orders } from '../db/schema/orders.ts'
import { passengerLinks, passengers } from '../db/schema/passengers.ts'
import { type ApiDeps } from '../deps.ts'
import { keyedHash, seal, unseal } from '../gateways/sealed-text.ts'
import { countPartyWeight } from '../seats/count-party.ts'

/**
 * Creates a private link for every passenger of a paid order. A seat without a name gets a
 * passenger without a name, who enters it in the form, so that the manifest lists everybody on
 * board. The order's row and its slots must be locked.
 */
export async function makePassengerLinks(
  tx: Tx,
  { settings }: Pick<ApiDeps, 'settings'>,
  orderId: number,
  now: Date,
): Promise<void> {
  const rows = await tx
    .select({
      kind: orders.kind,
      seats: orders.quantity,
      type: orders.quantityType,
      passengerId: passengers.id,
      position: passengers.position,
    })
    .from(orders)
    .leftJoin(passengers, eq(passengers.orderId, orders.id))
    .where(eq(orders.id, orderId))
    .orderBy(asc(passengers.position))
  const [order] = rows
  if (order?.kind !== 'flight') return
  const ids = rows.flatMap(({ passengerId }) => passengerId ?? [])
  const nameless = order.seats - ids.length
  if (nameless > 0) {
    const first = Math.max(-1, ...rows.map(({ position }) => position ?? -1)) + 1
    const flightId = await findOnlyFlight(tx, orderId)
    const made = await tx
      .insert(passengers)
      .values(
        Array.from({ length: nameless }, (_, index) => ({
          orderId,
          flightId,
          position: first + index,
          fullName: '',
        })),
      )
      .returning({ id: passengers.id })
    ids.push(...made.map(({ id }) => id))
  }
  // Whole aircraft divide a party by its passengers; single seats were counted when they were
  // reserved.
  if (order.type === 'flight') await countPartyWeight(tx, orderId)
  if (ids.length === 0) return
  const links = ids.map((passengerId) => ({
    passengerId,
    ...makePassengerToken(settings.secrets.code),
    madeAt: now,
  }))
  await tx.insert(passengerLinks).values(links).onConflictDoNothing()
}

/** The only flight of an order. A party on several aircraft is divided at check-in. */
async function findOnlyFlight(tx: Tx, orderId: number): Promise<number | null> {
  const taken = await tx
    .selectDistinct({ flightId: holds.flightId })
    .from(holds)
    .where(and(eq(holds.orderId, orderId), eq(holds.state, 'sold')))
  return taken.length === 1 ? (taken[0]?.flightId ?? null) : null
}

interface StoredToken {
  tokenHash: string
  tokenSealed: Uint8Array
}

/**
 * What is stored of a passenger's link: a keyed hash to find it, and the sealed token to show it to
 * the buyer again.
 */
export function makePassengerToken(secret: string): { tokenHash: string; tokenSealed: Buffer } {
  const token = randomBytes(24).toString('hex')
  const tokenHash = hashPassengerToken(secret, token)
  return { tokenHash, tokenSealed: seal(secret, useOf(tokenHash), token) }
}

export const hashPassengerToken = (secret: string, token: string) =>
  keyedHash(secret, 'passenger link', token)

export const openPassengerToken = (secret: string, { tokenHash, tokenSealed }: StoredToken) =>
  unseal(secret, useOf(tokenHash), tokenSealed)

/** The purpose binds a sealed token to its row, so that a copy in another row cannot be opened. */
const useOf = (tokenHash: string) => `passenger:${tokenHash}`
