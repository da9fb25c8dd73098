import { eq } from 'drizzle-orm'
import { type DbOrTx } from '../../db/client.ts'
import { brandHosts } from '../../db/schema/brands.ts'
import { type ApiDeps } from '../../deps.ts'

/**
 * The brand whose host a page is on: a mail that somebody asked for on that page comes from it. For
 * a host of no brand it is the brand of `BRAND_ID`.
 */
export async function findPageBrand(
  db: DbOrTx,
  { settings }: Pick<ApiDeps, 'settings'>,
  page: string,
): Promise<number> {
  const [found] = await db
    .select({ brandId: brandHosts.brandId })
    .from(brandHosts)
    .where(eq(brandHosts.host, new URL(page).hostname))
  return found?.brandId ?? settings.brandId
}
