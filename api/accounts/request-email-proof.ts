import { eq } from 'drizzle-orm'
import { users } from '../db/schema/people.ts'
import { type ApiDeps } from '../deps.ts'
import { isOwnShopUrl } from '../store/is-own-address.ts'
import { LINK_LIFETIME, mailAccountLink, sentEnoughLinks } from './mail-account-link.ts'

/** Mails the link that proves an account's e-mail again; a proven account gets no mail. */
export async function requestEmailProof(
  deps: Pick<ApiDeps, 'settings' | 'database' | 'clock' | 'jobs'>,
  input: { userId: number; redirectUri?: string | undefined },
): Promise<
  | { ok: true; email: string }
  | { ok: false; reason: 'foreign_redirect_uri' | 'too_many_links' | 'already_proven' }
> {
  const { db } = deps.database
  const page = input.redirectUri ?? `${deps.settings.publicUrl}/account/prove-email`
  if (!(await isOwnShopUrl(db, deps.settings, page))) return { ok: false, reason: 'foreign_redirect_uri' }
  const now = deps.clock.now()
  return db.transaction(async (tx) => {
    const [user] = await tx.select().from(users).where(eq(users.id, input.userId)).for('update')
    if (!user || user.emailProvenAt !== null) return { ok: false, reason: 'already_proven' } as const
    if (await sentEnoughLinks(tx, user.id, 'prove_email', now)) {
      return { ok: false, reason: 'too_many_links' } as const
    }
    const link = {
      user,
      purpose: 'prove_email',
      kind: 'prove_email',
      page,
      lifetimeMs: LINK_LIFETIME,
    } as const
    await mailAccountLink(tx, deps, link, now)
    return { ok: true, email: user.email } as const
  })
}
