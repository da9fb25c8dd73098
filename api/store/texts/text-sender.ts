import { type Settings } from '#settings/settings.ts'
import { type DbOrTx } from '../../db/client.ts'
import { findTextSender } from '../../gateways/texter.ts'
import { readCatalogue } from '../catalogue/read-catalogue.ts'

/** The number or service that texts of a brand come from; undefined where it sends none. */
export async function readTextSender(
  db: DbOrTx,
  settings: Settings,
  brandId: number,
): Promise<string | undefined> {
  const { brands } = await readCatalogue(db)
  const brand = brands.find(({ id }) => id === brandId)
  return brand && findTextSender(settings, brand)
}

/** The brand that a text was sent to, by its number or service; undefined for a foreign one. */
export async function findBrandOfSender(
  db: DbOrTx,
  settings: Settings,
  senders: readonly string[],
): Promise<number | undefined> {
  const { brands } = await readCatalogue(db)
  return brands.find((brand) => {
    const sender = findTextSender(settings, brand)
    return sender !== undefined && senders.includes(sender)
  })?.id
}
