import { desc, eq } from 'drizzle-orm'
import { mails } from '#api/db/schema/platform.ts'
import { unseal } from '#api/gateways/sealed-text.ts'
import { MAIL_SECRET_USE } from '#api/store/mails/mail-secret.ts'
import { type TestApi } from './test-api.ts'

export interface MailedLink {
  kind: string
  link: URL
  token: string
}

/** Lists the links mailed to an address, newest first, as they stand in the outbox. */
export async function mailedLinks(shop: TestApi, to: string): Promise<MailedLink[]> {
  const { db } = shop.deps.database
  const rows = await db.select().from(mails).where(eq(mails.to, to)).orderBy(desc(mails.id))
  return rows.flatMap(({ kind, sealed }) => {
    if (!sealed) return []
    const link = new URL(unseal(shop.deps.settings.secrets.code, MAIL_SECRET_USE, sealed))
    return [{ kind, link, token: link.searchParams.get('token') ?? '' }]
  })
}
