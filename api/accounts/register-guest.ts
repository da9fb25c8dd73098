import { and, eq, gt, sql } from 'drizzle-orm'
import { randomBytes, randomUUID } from 'node:crypto'
import { type Tx } from '../db/client.ts'
import { brands } from '../db/schema/brands.ts'
import { accountTokens, users } from '../db/schema/people.ts'
import { rawStatement, statement } from '../db/statement.ts'
import { type ApiDeps } from '../deps.ts'
import { sourceTags } from '../rules/orders/source-tags.ts'
import { isOwnShopUrl } from '../store/is-own-address.ts'
import { makeMessageId, sealMailSecret } from '../store/mails/queue-mail.ts'
import { addLinkToken, mailAccountLink } from './mail-account-link.ts'
import { hashAccountToken } from './issue-account-token.ts'
import {
  deriveSessionId,
  openSession,
  sessionEnd,
  signToken,
  transferGuestSession,
} from '../access/authenticate.ts'

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
  /** The caller's present guest session, which continues with the submitted data. */
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
  const [brand] = await selectBrand(db, { brandId: guest.brandId ?? deps.settings.brandId })
  if (!brand?.guestCheckout) return { ok: false, reason: 'guest_checkout_off' }
  const page = guest.setPasswordUrl ?? `${deps.settings.publicUrl}/account/password-confirm`
  if (!(await isOwnShopUrl(db, deps.settings, page))) return { ok: false, reason: 'foreign_set_password_url' }
  const created = guest.sessionId ? undefined : await createGuest(deps, guest, { page, now })
  if (created !== undefined) return { ok: true, jwt: created }

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

const selectBrand = statement((db) =>
  db
    .select({ guestCheckout: brands.guestCheckout })
    .from(brands)
    .where(eq(brands.id, sql.placeholder('brandId'))),
)

/**
 * Somebody with a new e-mail: account, link, mail and session in one statement.
 *
 * @returns undefined for an e-mail that is known, of which nothing changes
 */
async function createGuest(
  deps: Deps,
  guest: GuestRequest,
  { page, now }: { page: string; now: Date },
): Promise<string | undefined> {
  const email = guest.email.toLowerCase()
  const phone = guest.phone === '' ? undefined : guest.phone
  const token = randomBytes(32).toString('base64url')
  const link = addLinkToken(page, { token, email })
  const sessionId = deriveSessionId(deps, guest.idempotencyKey, [email, phone, guest.brandId]) ?? randomUUID()
  const expiresAt = sessionEnd('guest', now)
  const [made] = await insertGuest(deps.database.db, {
    email,
    tagList: sourceTags(guest.tagList),
    now,
    tokenHash: hashAccountToken(token),
    shopOrigin: link.origin,
    host: link.hostname,
    brandId: deps.settings.brandId,
    linkEndsAt: new Date(now.getTime() + SET_PASSWORD_LIFETIME),
    sealed: sealMailSecret(deps.settings, link.href),
    messageId: makeMessageId(deps.settings),
    sessionId,
    phone: phone ?? null,
    expiresAt,
  })
  if (!made) return undefined
  deps.jobs?.wake('mails')
  return signToken(deps, { sessionId, userId: made.id, scope: 'guest', expiresAt, now })
}

const value = sql.placeholder
const now = sql`${value('now')}::timestamptz`

const insertGuest = rawStatement<Record<string, unknown>, { id: number }>(sql`
  with person as (
    insert into "users" ("email", "tag_list", "created_at")
    values (${value('email')}, ${value('tagList')}::text[], ${now})
    on conflict ("email") do nothing
    returning "id"
  ), token as (
    insert into "account_tokens" ("user_id", "purpose", "token_hash", "shop_origin", "created_at",
      "expires_at")
    select "id", 'set_password', ${value('tokenHash')}, ${value('shopOrigin')}, ${now},
      ${value('linkEndsAt')}::timestamptz
    from person
    returning "id", "user_id"
  ), mail as (
    insert into "mails" ("event_key", "kind", "brand_id", "user_id", "to", "sealed", "state", "message_id",
      "created_at", "next_try_at")
    select 'set_password:' || "id", 'set_password', coalesce(
        (select "brand_id" from "brand_hosts" where "host" = ${value('host')}), ${value('brandId')}::int
      ), "user_id", ${value('email')}, ${value('sealed')}::bytea, 'queued', ${value('messageId')},
        ${now}, ${now}
    from token
  ), session as (
    insert into "sessions" ("id", "user_id", "scope", "phone", "created_at", "expires_at")
    select ${value('sessionId')}, "id", 'guest', ${value('phone')}, ${now}, ${value('expiresAt')}::timestamptz
    from person
    on conflict do nothing
  )
  select "id" from person`)

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
