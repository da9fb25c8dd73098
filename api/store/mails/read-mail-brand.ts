import { type Settings } from '#settings/settings.ts'
import { type DbOrTx } from '../../db/client.ts'
import { type MailBrand } from './mail-brand.ts'
import { readCatalogue } from '../catalogue/read-catalogue.ts'

type MailSettings = Pick<Settings, 'publicUrl' | 'mailFrom'>

/** A brand as the sender of mails and calendar entries. */
export async function readMailBrand(db: DbOrTx, settings: MailSettings, brandId: number): Promise<MailBrand> {
  const { brands } = await readCatalogue(db)
  const brand = brands.find(({ id }) => id === brandId)
  if (!brand) throw new Error(`There is no brand ${String(brandId)}`)
  const origin = originOf(settings, brand.hosts)
  return {
    id: brand.id,
    name: brand.name,
    tagline: brand.tagline,
    timeZone: brand.timeZone,
    phone: brand.phone,
    email: brand.email,
    from: settings.mailFrom ?? brand.mailFrom,
    origin,
    domain: /@([\w.-]+)/.exec(brand.mailFrom)?.[1] ?? new URL(origin).hostname,
  }
}

/**
 * The brand's own host under the scheme and port that people reach the shop by; `PUBLIC_URL` when
 * it has none.
 */
function originOf({ publicUrl }: MailSettings, hosts: readonly string[]): string {
  const url = new URL(publicUrl)
  const [host] = hosts
  if (host === undefined || hosts.includes(url.hostname)) return url.origin
  url.hostname = host
  return url.origin
}
