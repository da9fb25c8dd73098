import { hash } from '@node-rs/argon2'
import { eq } from 'drizzle-orm'
import { type FieldErrors } from '#contract/errors.ts'
import { type Registration, type User } from '#contract/people.ts'
import { type Tx } from '../db/client.ts'
import { users } from '../db/schema/people.ts'
import { type ApiDeps } from '../deps.ts'
import { sourceTags } from '../rules/orders/source-tags.ts'
import { isOwnShopUrl } from '../store/is-own-address.ts'
import { saveAccountTextConsent } from '../store/texts/account-text-consent.ts'
import { readNewConsent } from './account-text-consents.ts'
import { LINK_LIFETIME, mailAccountLink } from './mail-account-link.ts'
import { presentUser } from './read-user.ts'

type Refused =
  | { ok: false; reason: 'email_taken' | 'foreign_prove_email_url' }
  | { ok: false; reason: 'invalid'; fields: FieldErrors }

/**
 * Makes an account (spec section 7, `POST /users`) and mails a link that proves its e-mail. An
 * address that has only bought as a guest may register; the account shows those orders once its
 * e-mail is proven.
 */
export async function registerUser(
  deps: Pick<ApiDeps, 'settings' | 'database' | 'clock' | 'jobs'>,
  input: { registration: Registration; proveEmailUrl?: string | undefined },
): Promise<{ ok: true; user: User } | Refused> {
  const { db } = deps.database
  const page = input.proveEmailUrl ?? `${deps.settings.publicUrl}/account/prove-email`
  if (!(await isOwnShopUrl(db, deps.settings, page))) return { ok: false, reason: 'foreign_prove_email_url' }
  const consent = await readNewConsent(deps, input.registration)
  if (consent.problem) return { ok: false, reason: 'invalid', fields: consent.problem }
  const email = input.registration.email.toLowerCase()
  // This check spares the expensive hashing; it is repeated below under the row's lock.
  const [known] = await db
    .select({ hash: users.passwordHash, mergedIntoId: users.mergedIntoId })
    .from(users)
    .where(eq(users.email, email))
  if (known?.hash || known?.mergedIntoId) return { ok: false, reason: 'email_taken' }
  const passwordHash = await hash(input.registration.password)

  const now = deps.clock.now()
  return db.transaction(async (tx) => {
    const made = await reserveAddress(tx, { ...input.registration, email }, passwordHash, now)
    if (!made) return { ok: false, reason: 'email_taken' } as const
    if (consent.given) await saveAccountTextConsent(tx, { ...consent.given, userId: made.id }, now)
    await mailAccountLink(
      tx,
      deps,
      { user: made, purpose: 'prove_email', kind: 'prove_email', page, lifetimeMs: LINK_LIFETIME },
      now,
    )
    return { ok: true, user: presentUser(made, []) } as const
  })
}

/** When two people register one address at once, one of them gets it. */
async function reserveAddress(tx: Tx, one: Registration, passwordHash: string, now: Date) {
  const tagList = sourceTags(one.tag_list ?? [])
  await tx
    .insert(users)
    .values({ email: one.email, tagList, createdAt: now })
    .onConflictDoNothing({ target: users.email })
  const [found] = await tx.select().from(users).where(eq(users.email, one.email)).for('update')
  if (!found || found.passwordHash !== null || found.mergedIntoId !== null) return undefined
  const [made] = await tx
    .update(users)
    .set({ firstName: one.first_name, lastName: one.last_name, phone: one.phone, passwordHash, tagList })
    .where(eq(users.id, found.id))
    .returning()
  return made
}
