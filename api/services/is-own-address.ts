import { eq } from 'drizzle-orm'
import { isLoopback, type Settings } from '#settings/settings.ts'
import { type DbOrTx } from '../db/client.ts'
import { brandHosts } from '../db/schema/brands.ts'

/**
 * True for an absolute address on this shop: at `PUBLIC_URL`, or at a brand's host under the same scheme and port.
 * Links in mails and addresses to come back to may lead nowhere else.
 */
export async function isOwnAddress(
  db: DbOrTx,
  settings: Pick<Settings, 'publicUrl'>,
  address: string,
): Promise<boolean> {
  if (!URL.canParse(address)) return false
  const url = new URL(address)
  const own = new URL(settings.publicUrl)
  if (url.username !== '' || url.password !== '') return false
  if (url.protocol !== own.protocol || url.port !== own.port) return false
  if (url.hostname === own.hostname) return true
  // On the machine itself: localhost and 127.0.0.1 are one host.
  if (isLoopback(url.hostname) && isLoopback(own.hostname)) return true
  const found = await db
    .select({ host: brandHosts.host })
    .from(brandHosts)
    .where(eq(brandHosts.host, url.hostname))
  return found.length > 0
}
