import { type DbOrTx } from '../../db/client.ts'
import { catalogueVersion } from '../../db/schema/versions.ts'
import { type Catalogue, type CatalogueEntry, loadCatalogue } from './load-catalogue.ts'

/** The version that is in force and the one before it, for whoever began with that. */
const KEPT = 2
/** A catalogue that is written all the time is read anew as often, then given up. */
const TRIES = 20

const kept = new Map<string, Catalogue>()

/**
 * The catalogue as it is committed now: one query for its version, and the rest only when something
 * was written since this process read it last (decision 020).
 */
export async function readCatalogue(db: DbOrTx): Promise<Catalogue> {
  return getCatalogueAtVersion(db, await readCatalogueVersion(db))
}

/**
 * The catalogue of a version that was read just now, with another query.
 *
 * @param version loaded anew when it is not the one in force
 */
export async function getCatalogueAtVersion(db: DbOrTx, version: string): Promise<Catalogue> {
  let wanted = version
  for (let tried = 1; tried <= TRIES; tried++) {
    const known = kept.get(wanted)
    if (known) return known
    const loaded = await loadCatalogue(db)
    // The rows are many reads: nobody wrote in between when the version before and after them is
    // one.
    const after = await readCatalogueVersion(db)
    if (after === wanted) return keep(wanted, loaded)
    wanted = after
  }
  throw new Error('The catalogue is written too often to be read')
}

export async function readCatalogueVersion(db: DbOrTx): Promise<string> {
  const [row] = await db.select({ token: catalogueVersion.token }).from(catalogueVersion)
  if (!row) throw new Error('The catalogue has no version')
  return row.token
}

function keep(version: string, catalogue: Catalogue): Catalogue {
  freeze(catalogue)
  kept.set(version, catalogue)
  for (const old of [...kept.keys()].slice(0, -KEPT)) kept.delete(old)
  return catalogue
}

/** Everybody gets the same objects: an attempt to change one fails where it is made. */
function freeze(value: unknown): void {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value) || value instanceof Map) return
  Object.freeze(value)
  for (const part of Object.values(value)) freeze(part)
}

/** Looks a product up. */
export const findEntry = (catalogue: Catalogue, productId: number): CatalogueEntry | undefined =>
  catalogue.entries.find(({ product }) => product.id === productId)
