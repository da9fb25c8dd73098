import { and, asc, inArray, like } from 'drizzle-orm'
import { mailShape } from '#contract/resources/mail-shape.ts'
import { type DbOrTx } from '../../db/client.ts'
import { orders } from '../../db/schema/orders.ts'
import { mails } from '../../db/schema/platform.ts'
import { firstKeyOf, mayRepeat } from '../mails/repeat-mail.ts'
import { declareResource, type Row } from './resource.ts'

export const mailResource = declareResource({
  shape: mailShape,
  table: mails,
  methods: ['list'],
  mapped: {
    repeatable: { told: (row) => row['repeatable'] === true },
    copied_at: { told: (row) => (row['copiedAt'] instanceof Date ? row['copiedAt'].toISOString() : null) },
  },
  enrich: withCopies,
})

/** Which of them may be sent once more, and which were; two queries for all of them. */
async function withCopies(db: DbOrTx, rows: readonly Row[]): Promise<Row[]> {
  const about = new Set(rows.flatMap((row) => (typeof row['orderId'] === 'number' ? [row['orderId']] : [])))
  if (about.size === 0) return [...rows]
  const buyers = await db
    .select({ id: orders.id, email: orders.email })
    .from(orders)
    .where(inArray(orders.id, [...about]))
  const copies = await db
    .select({ id: mails.id, eventKey: mails.eventKey, createdAt: mails.createdAt })
    .from(mails)
    .where(and(inArray(mails.orderId, [...about]), like(mails.eventKey, '%:copy:%')))
    .orderBy(asc(mails.id))
  return rows.map((row) => {
    const first = firstKeyOf(String(row['eventKey']))
    const later = copies.findLast(({ id, eventKey }) => id > Number(row['id']) && firstKeyOf(eventKey) === first) // prettier-ignore
    const sameBuyer = buyers.some(({ id, email }) => id === row['orderId'] && email === row['to'])
    const state = row['state'] === 'failed' || row['state'] === 'sent' ? row['state'] : 'queued'
    return {
      ...row,
      repeatable: sameBuyer && mayRepeat(String(row['kind']), state),
      copiedAt: later?.createdAt,
    }
  })
}
