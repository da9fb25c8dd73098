import { and, eq, gt } from 'drizzle-orm'
import { type KeyRing } from '#settings/key-ring.ts'
import { type Tx } from '../db/client.ts'
import { orders } from '../db/schema/orders.ts'
import { mails } from '../db/schema/platform.ts'
import { type ApiDeps } from '../deps.ts'
import { isKeyedHash, keyedHash } from '../gateways/sealed-text.ts'
import { queueMail } from '../store/mails/queue-mail.ts'
import { isOwnShopUrl } from '../store/is-own-address.ts'
import { openSession } from '../access/authenticate.ts'

const HOUR = 3_600_000
const LIVES_MS = 24 * HOUR
/** The most links for one order in an hour. */
const MOST_AN_HOUR = 3

interface Signed {
  orderId: number
  email: string
  /** In seconds. */
  expiresAt: number
}

const USE = 'reschedule link'
const signedText = ({ orderId, email, expiresAt }: Signed) => JSON.stringify([orderId, email, expiresAt])

/** The e-mail is part of the signature: when the order's e-mail changes, the link stops working. */
function makeToken(ring: KeyRing, signed: Signed): string {
  const signature = keyedHash(ring, USE, signedText(signed))
  return `${String(signed.orderId)}-${signed.expiresAt.toString(36)}-${signature}`
}

/** Rolls back the work done for an unknown order. */
class Undo extends Error {}

export interface RescheduleLinkInput {
  orderNumber: string
  email: string
  /** The page that opens it. */
  url: string
}

/**
 * Mails a link to reschedule an order when number and e-mail match. Answer and work are the same
 * when they do not: a mail is written and rolled back.
 */
export async function requestRescheduleLink(
  deps: Pick<ApiDeps, 'settings' | 'database' | 'clock' | 'jobs'>,
  { orderNumber, email, url }: RescheduleLinkInput,
): Promise<{ ok: true } | { ok: false; reason: 'foreign_reschedule_url' }> {
  const { db } = deps.database
  if (!(await isOwnShopUrl(db, deps.settings, url))) return { ok: false, reason: 'foreign_reschedule_url' }
  const now = deps.clock.now()
  const orderId = Number(/^(?:O-)?(\d{1,9})$/i.exec(orderNumber.trim())?.[1] ?? 0)
  const to = email.toLowerCase()
  try {
    await db.transaction(async (tx) => {
      const known = await findOrder(tx, orderId, to)
      const enough = (await countSent(tx, orderId, now)) >= MOST_AN_HOUR
      const mail = makeRescheduleMail(deps, { orderId, to, url }, now)
      const about = known ? { orderId } : { brandId: deps.settings.brandId }
      await queueMail(tx, { ...mail, ...about }, now, deps)
      if (!known || enough) throw new Undo()
    })
  } catch (error) {
    if (!(error instanceof Undo)) throw error
  }
  return { ok: true }
}

/** The mail with a new link, for an order known to belong to this address. */
export function makeRescheduleMail(
  { settings }: Pick<ApiDeps, 'settings'>,
  { orderId, to, url }: { orderId: number; to: string; url: string },
  now: Date,
) {
  const expiresAt = Math.floor((now.getTime() + LIVES_MS) / 1000)
  const token = makeToken(settings.secrets.code, { orderId, email: to.toLowerCase(), expiresAt })
  const eventKey = `reschedule_link:${String(orderId)}:${String(now.getTime())}`
  return { kind: 'reschedule_link' as const, eventKey, to, secret: `${url}/${token}` }
}

/** Only orders that are still to be flown. */
async function findOrder(tx: Tx, orderId: number, email: string): Promise<boolean> {
  const [found] = await tx
    .select({ email: orders.email, kind: orders.kind, completedAt: orders.completedAt })
    .from(orders)
    .where(eq(orders.id, orderId))
    // The lock counts concurrent requests one after the other.
    .for('update')
  return found?.email.toLowerCase() === email && found.kind === 'flight' && found.completedAt !== null
}

const countSent = (tx: Tx, orderId: number, now: Date) =>
  tx.$count(
    mails,
    and(
      eq(mails.orderId, orderId),
      eq(mails.kind, 'reschedule_link'),
      gt(mails.createdAt, new Date(now.getTime() - HOUR)),
    ),
  )

export type OpenedLink =
  { ok: true; jwt: string; orderId: number; email: string } | { ok: false; reason: 'reschedule_link_bad' }

/**
 * Opens a guest session for the one order of the link, because its holder reads that mailbox. The
 * link works until it expires; showing its page does not use it up.
 */
export async function openRescheduleLink(
  deps: Pick<ApiDeps, 'settings' | 'database' | 'clock'>,
  token: string,
): Promise<OpenedLink> {
  const { db } = deps.database
  const now = deps.clock.now()
  const bad = { ok: false, reason: 'reschedule_link_bad' } as const
  const [, id = '', end = '', signature = ''] = /^(\d{1,9})-([0-9a-z]{1,10})-([\w-]{22})$/.exec(token) ?? []
  const [order] = await db
    .select({ id: orders.id, email: orders.email, userId: orders.userId })
    .from(orders)
    .where(eq(orders.id, Number(id)))
  if (!order) return bad
  const email = order.email.toLowerCase()
  const expiresAt = parseInt(end, 36)
  const signed = signedText({ orderId: order.id, email, expiresAt })
  if (!isKeyedHash(deps.settings.secrets.code, USE, signed, signature)) return bad
  if (expiresAt * 1000 <= now.getTime()) return bad
  const session = { userId: order.userId, scope: 'guest' as const, reachesOrderId: order.id, now }
  const { jwt } = await openSession(db, deps, session)
  return { ok: true, jwt, orderId: order.id, email: order.email }
}
