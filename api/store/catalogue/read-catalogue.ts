import { type DbOrTx } from '../../db/client.ts'
import { catalogueVersion } from '../../db/schema/versions.ts'
import { type Catalogue, type CatalogueEntry, loadCatalogue } from './load-catalogue.ts'

/** The current version and the one before it, for readers that began with that. */
const KEPT = 2
/** How often a catalogue under constant change is read again before the reader gives up. */
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
 * The catalogue of a version that another query has just read.
 * @param version reloaded when it is not the current one
 */
export async function getCatalogueAtVersion(db: DbOrTx, version: string): Promise<Catalogue> {
  let wanted = version
  for (let tried = 1; tried <= TRIES; tried++) {
    const known = kept.get(wanted)
    if (known) return known
    const loaded = await loadCatalogue(db)
    // Loading takes many queries; equal versions before and after prove that nobody wrote in
    // between.
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

/**
 * All readers share the objects, so they are frozen: an attempt to change one fails where it is
 * made.
 */
function freeze(value: unknown): void {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value) || value instanceof Map) return
  Object.freeze(value)
  for (const part of Object.values(value)) freeze(part)
}

/** Looks a product up. */
export const findEntry = (catalogue: Catalogue, productId: number): CatalogueEntry | undefined =>
  catalogue.entries.find(({ product }) => product.id === productId)
