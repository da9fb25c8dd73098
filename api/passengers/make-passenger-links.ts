import { sql } from 'drizzle-orm'
import { randomBytes } from 'node:crypto'
import { type KeyRing } from '#settings/key-ring.ts'
import { type Tx } from '../db/client.ts'
import { rawStatement } from '../db/statement.ts'
import { type ApiDeps } from '../deps.ts'
import { keyedHash, keyedHashes, seal, unseal } from '../gateways/sealed-text.ts'
import { countPartyWeight } from '../seats/count-party.ts'
import { type OrderRow } from '../store/orders/order.ts'
import { givePassengerTypes, type GivenType } from './give-passenger-types.ts'

/**
 * Creates a private link for every passenger of a paid order. A seat without a name gets a
 * passenger without a name, who enters it in the form, so that the manifest lists everybody on
 * board. The order's row and its slots must be locked.
 */
export async function makePassengerLinks(
  tx: Tx,
  { settings }: Pick<ApiDeps, 'settings'>,
  {
    id: orderId,
    quantity,
    quantityType,
    pricing,
  }: Pick<OrderRow, 'id' | 'quantity' | 'quantityType' | 'pricing'>,
  {
    passengers: named,
    now,
  }: { passengers: readonly { position: number; passengerTypeId: number | null }[]; now: Date },
): Promise<void> {
  const first = Math.max(-1, ...named.map(({ position }) => position)) + 1
  const nameless = Math.max(0, quantity - named.length)
  const left = listTypesLeft(
    pricing,
    named.map(({ passengerTypeId }) => passengerTypeId),
  )
  const positions = [
    ...named.map(({ position }) => position),
    ...Array.from({ length: nameless }, (_, index) => first + index),
  ]
  const links = positions.map((position) => {
    const { tokenHash, tokenSealed } = makePassengerToken(settings.secrets.code)
    const row = {
      position,
      nameless: position >= first,
      hash: tokenHash,
      sealed: tokenSealed.toString('hex'),
    }
    const type = left[position - first]
    return { ...row, type_id: type?.passengerTypeId ?? null, type: type?.passengerType ?? null }
  })
  if (links.length > 0) await insertLinks(tx, { orderId, links: JSON.stringify(links), now })
  // Whole aircraft divide a party by its passengers; single seats were counted when they were
  // reserved.
  if (quantityType === 'flight') await countPartyWeight(tx, orderId)
}

/** The types of the seats that nobody was named for; none where everybody is an adult. */
function listTypesLeft(pricing: OrderRow['pricing'], named: readonly (number | null)[]): GivenType[] {
  if (!pricing || 'unit' in pricing.cart || !pricing.cart.passengerTypes) return []
  const given = givePassengerTypes(pricing, named)
  return given.ok ? given.left : []
}

/**
 * Passengers without a name get the order's only flight; a party on several aircraft is divided at
 * check-in.
 */
const insertLinks = rawStatement<{ orderId: number; links: string; now: Date }>(sql`
  with link as (
    select * from jsonb_to_recordset(${sql.placeholder('links')}::jsonb)
      as (position int, nameless boolean, hash text, sealed text, type_id int, type text)
  ), made as (
    insert into "passengers" ("order_id", "flight_id", "position", "full_name", "passenger_type_id",
      "passenger_type")
    select ${sql.placeholder('orderId')}::int, (
      select case when count(distinct "flight_id") = 1 then min("flight_id") end from "holds"
      where "order_id" = ${sql.placeholder('orderId')}::int and "state" = 'sold'
    ), position, '', type_id, type
    from link where nameless order by position
    returning "id", "position"
  ), everybody as (
    select "id", "position" from made
    union all
    select "id", "position" from "passengers" where "order_id" = ${sql.placeholder('orderId')}::int
  )
  insert into "passenger_links" ("passenger_id", "token_hash", "token_sealed", "made_at")
  select everybody."id", link.hash, decode(link.sealed, 'hex'), ${sql.placeholder('now')}::timestamptz
  from link join everybody on everybody."position" = link.position
  on conflict do nothing`)

interface StoredToken {
  tokenHash: string
  tokenSealed: Uint8Array
}

/**
 * What is stored of a passenger's link: a keyed hash to find it, and the sealed token to show it to
 * the buyer again.
 */
export function makePassengerToken(ring: KeyRing): { tokenHash: string; tokenSealed: Buffer } {
  const token = randomBytes(24).toString('hex')
  const tokenHash = keyedHash(ring, passengerLinkUses.hash, token)
  return { tokenHash, tokenSealed: seal(ring, passengerLinkUses.seal(tokenHash), token) }
}

/** The hashes under which a passenger's link is found, one of each key. */
export const passengerTokenHashes = (ring: KeyRing, token: string) =>
  keyedHashes(ring, passengerLinkUses.hash, token)

export const openPassengerToken = (ring: KeyRing, { tokenHash, tokenSealed }: StoredToken) =>
  unseal(ring, passengerLinkUses.seal(tokenHash), tokenSealed)

/**
 * What a token is hashed and sealed for. The purpose binds a sealed token to its row, so that a copy
 * in another row cannot be opened.
 */
export const passengerLinkUses = {
  hash: 'passenger link',
  seal: (tokenHash: string) => `passenger:${tokenHash}`,
} as const
