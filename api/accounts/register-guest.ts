import { and, eq, gt } from 'drizzle-orm'
import { type Tx } from '../db/client.ts'
import { brands } from '../db/schema/brands.ts'
import { accountTokens, users } from '../db/schema/people.ts'
import { type ApiDeps } from '../deps.ts'
import { sourceTags } from '../rules/orders/source-tags.ts'
import { isOwnShopUrl } from '../store/is-own-address.ts'
import { mailAccountLink } from './mail-account-link.ts'
import { deriveSessionId, openSession, transferGuestSession } from '../access/authenticate.ts'

const DAY = 86_400_000
/** Guests open this mail when their trip comes near, so its link works for days. */
const SET_PASSWORD_LIFETIME = 7 * DAY
const PAUSE_BETWEEN_MAILS = DAY

export interface GuestRequest {
  email: string
  phone?: string | undefined
  setPasswordUrl?: string | undefined
  tagList: string[]
  brandId?: number | undefined
  /** The caller's present guest session, which goes on with the typed data. */
  sessionId?: string | undefined
  /** A repeated request with the same key and content returns the same session. */
  idempotencyKey?: string | undefined
}

type Deps = Pick<ApiDeps, 'settings' | 'database' | 'clock' | 'jobs'>

/**
 * Opens a guest session for somebody who buys without an account. Whatever e-mail is typed, the
 * token reaches only what is made with it, and an existing account with this e-mail does not
 * change.
 */
export async function registerGuest(
  deps: Deps,
  guest: GuestRequest,
): Promise<
  { ok: true; jwt: string } | { ok: false; reason: 'guest_checkout_off' | 'foreign_set_password_url' }
> {
  const now = deps.clock.now()
  const { db } = deps.database
  const [brand] = await db
    .select({ guestCheckout: brands.guestCheckout })
    .from(brands)
    .where(eq(brands.id, guest.brandId ?? deps.settings.brandId))
  if (!brand?.guestCheckout) return { ok: false, reason: 'guest_checkout_off' }
  const page = guest.setPasswordUrl ?? `${deps.settings.publicUrl}/account/password-confirm`
  if (!(await isOwnShopUrl(db, deps.settings, page))) return { ok: false, reason: 'foreign_set_password_url' }

  const jwt = await db.transaction(async (tx) => {
    const user = await findOrCreateUser(tx, guest, now)
    // A merged account gets no password, because purchases belong to the kept account.
    if (user.passwordHash === null && user.mergedIntoId === null)
      await offerPassword(tx, deps, user, page, now)
    const phone = guest.phone === '' ? undefined : guest.phone
    const { sessionId, idempotencyKey } = guest
    const same = { userId: user.id, phone, now }
    const moved = sessionId && (await transferGuestSession(tx, deps, { ...same, id: sessionId }))
    if (moved) return moved.jwt
    const id = deriveSessionId(deps, idempotencyKey, [user.email, phone, guest.brandId])
    return (await openSession(tx, deps, { ...same, scope: 'guest', id })).jwt
  })
  return { ok: true, jwt }
}

/** The row is locked, so that two guests with one e-mail do not send two mails. */
export async function findOrCreateUser(tx: Tx, guest: Pick<GuestRequest, 'email' | 'tagList'>, now: Date) {
  const email = guest.email.toLowerCase()
  const [made] = await tx
    .insert(users)
    .values({ email, tagList: sourceTags(guest.tagList), createdAt: now })
    .onConflictDoNothing({ target: users.email })
    .returning()
  if (made) return made
  const [user] = await tx.select().from(users).where(eq(users.email, email)).for('update')
  if (!user) throw new Error('The guest was neither found nor made')
  return user
}

/** Mails a link to set a password, at most once a day and person. */
export async function offerPassword(
  tx: Tx,
  deps: Pick<Deps, 'settings' | 'jobs'>,
  user: { id: number; email: string },
  page: string,
  now: Date,
): Promise<void> {
  const [recent] = await tx
    .select({ id: accountTokens.id })
    .from(accountTokens)
    .where(
      and(
        eq(accountTokens.userId, user.id),
        eq(accountTokens.purpose, 'set_password'),
        gt(accountTokens.createdAt, new Date(now.getTime() - PAUSE_BETWEEN_MAILS)),
      ),
    )
    .limit(1)
  if (recent) return
  await mailAccountLink(
    tx,
    deps,
    { user, purpose: 'set_password', kind: 'set_password', page, lifetimeMs: SET_PASSWORD_LIFETIME },
    now,
  )
}
