import { type KeyRing } from '#settings/key-ring.ts'
import { type Database } from '../../db/client.ts'
import { type ApiDeps } from '../../deps.ts'
import { keyedHash, seal, unseal } from '../../gateways/sealed-text.ts'
import { keyOfHash, keyOfSealed } from './count-stored-keys.ts'
import { type HashedColumn, hashedColumns, type SealedColumn, sealedColumns } from './stored-keys.ts'

type Deps = Pick<ApiDeps, 'settings' | 'log'> & { database: Pick<Database, 'query'> }

/** Rows that are read together. */
const PAGE = 500

/**
 * Seals and hashes anew with the newest key of `CODE_SECRET` what a former key of it has sealed or
 * hashed. Nothing else happens while there is one key. Rows change one by one and only if nobody
 * has changed them meanwhile, so it may run beside the shop and beside itself.
 *
 * @returns how many rows have changed
 */
export async function renewStoredKeys(deps: Deps): Promise<number> {
  const ring = deps.settings.secrets.code
  const [newest, ...former] = ring
  if (former.length === 0) return 0
  let renewed = 0
  for (const column of sealedColumns) renewed += await renewSealed(deps, ring, column)
  for (const column of hashedColumns) renewed += await renewHashed(deps, ring, column)
  if (renewed > 0) deps.log.info({ renewed, key: newest.id }, 'stored secrets have a newer key')
  return renewed
}

async function renewSealed(
  { database: { query }, log }: Deps,
  ring: KeyRing,
  { table, column, hash, boundTo, use }: SealedColumn,
): Promise<number> {
  const [, ...former] = ring
  const bound = boundTo === undefined ? `''` : `"${boundTo}"::text`
  let renewed = 0
  // What cannot be read stays, and is passed over.
  let unreadable = 0
  for (;;) {
    const { rows } = await query(
      `select ctid::text as at, "${column}" as sealed, ${bound} as bound from "${table}"
        where "${column}" is not null and ${keyOfSealed(column)} = any($1)
        order by ctid limit ${String(PAGE)} offset ${String(unreadable)}`,
      [former.map(({ id }) => id)],
    )
    let changed = 0
    for (const row of rows) {
      const sealed = row['sealed'] as Uint8Array
      const text = read(ring, use(String(row['bound'])), sealed)
      if (text === undefined) {
        unreadable += 1
        continue
      }
      const newHash = hash && keyedHash(ring, hash.use, text)
      const isBoundToHash = hash !== undefined && boundTo === hash.column
      const fresh = seal(ring, use(isBoundToHash ? String(newHash) : String(row['bound'])), text)
      // The place of a row changes with each write, and a sealed text is never twice the same.
      const set = hash ? `, "${hash.column}" = $4` : ''
      const done = await query(
        `update "${table}" set "${column}" = $1${set} where ctid = $2::tid and "${column}" = $3 returning 1`,
        [fresh, row['at'], sealed, ...(hash ? [newHash] : [])],
      )
      changed += done.rows.length
    }
    renewed += changed
    if (rows.length === PAGE && changed > 0) continue
    if (unreadable > 0) log.error({ table, column, unreadable }, 'sealed texts cannot be read')
    return renewed
  }
}

function read(ring: KeyRing, use: string, sealed: Uint8Array): string | undefined {
  try {
    return unseal(ring, use, sealed)
  } catch {
    return undefined
  }
}

/** Hashes of values that the database knows from elsewhere: it tries them all. */
async function renewHashed(
  { database: { query } }: Deps,
  ring: KeyRing,
  { table, column, known }: HashedColumn,
): Promise<number> {
  if (!known) return 0
  const [newest, ...former] = ring
  const { rows } = await query(
    `select distinct "${column}" as hash from "${table}" where ${keyOfHash(column)} = any($1)`,
    [former.map(({ id }) => id)],
  )
  const sought = new Set(rows.map((row) => String(row['hash'])))
  const keys = former.filter(({ id }) => [...sought].some((hash) => hash.startsWith(id)))
  let renewed = 0
  let after = ''
  while (sought.size > 0) {
    const page = await query(
      `select distinct value from (${known.values}) as known where value > $1 order by value limit $2`,
      [after, PAGE * 10],
    )
    for (const row of page.rows) {
      const value = known.normalize(String(row['value']))
      for (const key of keys) {
        const old = keyedHash([key], known.use, value)
        if (!sought.delete(old)) continue
        await replaceHash({ query }, { table, column, known }, old, keyedHash([newest], known.use, value))
        renewed += 1
      }
    }
    if (page.rows.length < PAGE * 10) return renewed
    after = String(page.rows.at(-1)?.['value'])
  }
  return renewed
}

/** A row with the new hash may be there already; it then stands for both. */
async function replaceHash(
  { query }: Pick<Database, 'query'>,
  { table, column, known }: Required<Pick<HashedColumn, 'table' | 'column' | 'known'>>,
  old: string,
  fresh: string,
): Promise<void> {
  const former = known.former === undefined ? '' : `, "${known.former}" = $1`
  if (known.beside.length > 0) {
    const same = known.beside.map((one) => `twin."${one}" = "${table}"."${one}"`).join(' and ')
    const twin = `select from "${table}" twin where twin."${column}" = $2 and ${same}`
    if (known.former !== undefined) {
      await query(
        `update "${table}" twin set "${known.former}" = $1 where twin."${column}" = $2
          and exists (select from "${table}" where "${table}"."${column}" = $1 and ${same})`,
        [old, fresh],
      )
    }
    await query(`delete from "${table}" where "${column}" = $1 and exists (${twin})`, [old, fresh])
  }
  await query(`update "${table}" set "${column}" = $2${former} where "${column}" = $1`, [old, fresh])
}
