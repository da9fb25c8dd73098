import { type KeyRing } from '#settings/key-ring.ts'
import { type Database } from '../../db/client.ts'
import { hashedColumns, sealedColumns } from './stored-keys.ts'

/** Rows of one kind that need a key other than the newest. */
export interface StoredKeyCount {
  what: string
  keyId: string
  count: number
  /** The job changes them by itself. */
  isRenewed: boolean
  /** What becomes of them when their key goes. */
  lost: string
}

/** The id of the key in a sealed text: four bytes after that of the format. */
export const keyOfSealed = (column: string) => `encode(substring("${column}" from 2 for 4), 'escape')`
/** The id of the key in a keyed hash: its first four characters. */
export const keyOfHash = (column: string) => `left("${column}", 4)`

/** Counts what needs a key of `CODE_SECRET` other than its newest, by kind and key. */
export async function countStoredKeys(
  { query }: Pick<Database, 'query'>,
  [newest]: KeyRing,
): Promise<StoredKeyCount[]> {
  const columns = [
    ...sealedColumns.map((one) => ({
      ...one,
      key: keyOfSealed(one.column),
      live: undefined,
      isRenewed: true,
      lost: 'cannot be read any more',
    })),
    ...hashedColumns.map((one) => ({
      ...one,
      key: keyOfHash(one.column),
      isRenewed: one.known !== undefined,
    })),
  ]
  const found: StoredKeyCount[] = []
  for (const { what, table, column, key, live = 'true', isRenewed, lost } of columns) {
    const { rows } = await query(
      `select ${key} as key, count(*)::int as count from "${table}"
        where "${column}" is not null and ${key} <> $1 and ${live} group by 1 order by 1`,
      [newest.id],
    )
    found.push(
      ...rows.map((row) => ({
        ...{ what, isRenewed, lost },
        keyId: String(row['key']),
        count: Number(row['count']),
      })),
    )
  }
  return found
}
