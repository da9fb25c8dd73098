import { eq } from 'drizzle-orm'
import { type KeyRing } from '#settings/key-ring.ts'
import { type DbOrTx } from '../db/client.ts'
import { orders } from '../db/schema/orders.ts'
import { isKeyedHash, keyedHash } from '../gateways/sealed-text.ts'
import { type OrderRow } from '../store/orders/order.ts'
import { isWalkInEmail } from '../store/walk-in-email.ts'

const USE = 'party link'
type Signed = Pick<OrderRow, 'id' | 'email'>

/**
 * The signature is over the address of the order too, so that a link which a wrong mailbox got ends
 * when the address is corrected. What a walk-in without an address got was shown or printed at the
 * counter, and goes on when they add one.
 */
const signedText = ({ id, email }: Signed) =>
  isWalkInEmail(email) ? withoutAddress(id) : `${String(id)}:${email.toLowerCase()}`
const withoutAddress = (id: number) => `${String(id)}:`

/** The signed token of the page on which guests pick their seat. It names the order's id alone. */
export const partyToken = (ring: KeyRing, order: Signed): string =>
  `${String(order.id)}-${keyedHash(ring, USE, signedText(order))}`

/** The order of a party's token; undefined for a token that we have not signed. */
export async function findPartyOrder(
  db: DbOrTx,
  ring: KeyRing,
  token: string,
): Promise<OrderRow | undefined> {
  const [, id, signature = ''] = /^([1-9]\d{0,8})-([\w-]{22})$/.exec(token) ?? []
  if (id === undefined) return undefined
  const [order] = await db
    .select()
    .from(orders)
    .where(eq(orders.id, Number(id)))
  if (!order) return undefined
  const isSigned = (text: string) => isKeyedHash(ring, USE, text, signature)
  return isSigned(signedText(order)) || isSigned(withoutAddress(order.id)) ? order : undefined
}
