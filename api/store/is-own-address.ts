import { eq } from 'drizzle-orm'
import { isLoopback, type Settings } from '#settings/settings.ts'
import { type DbOrTx } from '../db/client.ts'
import { brandHosts } from '../db/schema/brands.ts'

/**
 * True for an absolute address on one of our shops: at `PUBLIC_URL`, at a shop that runs alone
 * against this service (`SHOP_URLS`), or at a brand's host with the scheme and port of one of
 * these. Links in mails and return addresses may lead nowhere else.
 */
export async function isOwnShopUrl(
  db: DbOrTx,
  settings: Pick<Settings, 'publicUrl' | 'shopUrls'>,
  address: string,
): Promise<boolean> {
  if (!URL.canParse(address)) return false
  const url = new URL(address)
  if (url.username !== '' || url.password !== '') return false
  const shops = [settings.publicUrl, ...settings.shopUrls]
    .map((one) => new URL(one))
    .filter((shop) => url.protocol === shop.protocol && url.port === shop.port)
  if (shops.length === 0) return false
  if (shops.some((shop) => isOneHost(url.hostname, shop.hostname))) return true
  const found = await db
    .select({ host: brandHosts.host })
    .from(brandHosts)
    .where(eq(brandHosts.host, url.hostname))
  return found.length > 0
}

/** On the machine itself, localhost and 127.0.0.1 are the same host. */
const isOneHost = (a: string, b: string) => a === b || (isLoopback(a) && isLoopback(b))
