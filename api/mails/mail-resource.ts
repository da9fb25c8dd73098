import { and, asc, inArray, isNotNull } from 'drizzle-orm'
import { mailShape } from '#contract/resources/mail-shape.ts'
import { type DbOrTx } from '../db/client.ts'
import { orders } from '../db/schema/orders.ts'
import { mails } from '../db/schema/platform.ts'
import { mayCorrect } from '../store/mails/is-mail-correctable.ts'
import { findBounces } from '../store/mails/mail-bounces.ts'
import { getOriginalId, mayRepeat } from '../store/mails/repeat-mail.ts'
import { declareResource, type Row } from '../resources/resource.ts'

export const mailResource = declareResource({
  shape: mailShape,
  table: mails,
  methods: ['list'],
  mapped: {
    repeatable: { read: (row) => row['repeatable'] === true },
    copied_at: { read: (row) => toTimestamp(row['copiedAt']) },
    bounce_reason: { read: (row) => row['bounceReason'] ?? null },
    bounced_at: { read: (row) => toTimestamp(row['bouncedAt']) },
    correctable: { read: (row) => row['correctable'] === true },
    goes_to: { read: (row) => row['goesTo'] ?? row['to'] },
  },
  enrich: withCopiesAndBounces,
})

const toTimestamp = (value: unknown) => (value instanceof Date ? value.toISOString() : null)

/** Adds whether each mail may be sent again, when it was, and its bounce, in three queries. */
async function withCopiesAndBounces(db: DbOrTx, rows: readonly Row[]): Promise<Row[]> {
  const mailRows = rows as readonly (Row & typeof mails.$inferSelect)[]
  const about = [...new Set(mailRows.flatMap(({ orderId }) => orderId ?? []))]
  const bounces = await findBounces(
    db,
    mailRows.map(({ id }) => id),
  )
  const buyers =
    about.length === 0
      ? []
      : await db.select({ id: orders.id, email: orders.email }).from(orders).where(inArray(orders.id, about))
  const copies =
    about.length === 0
      ? []
      : await db
          .select({ id: mails.id, copyOf: mails.copyOf, createdAt: mails.createdAt })
          .from(mails)
          .where(and(inArray(mails.orderId, about), isNotNull(mails.copyOf)))
          .orderBy(asc(mails.id))
  return mailRows.map((mail) => {
    const first = getOriginalId(mail)
    const later = copies.findLast(({ id, copyOf }) => id > mail.id && copyOf === first)
    const buyer = buyers.find(({ id }) => id === mail.orderId)
    const bounce = bounces.get(mail.id)
    return {
      ...mail,
      repeatable: buyer?.email === mail.to && mayRepeat(mail.kind, mail.state),
      correctable: mayCorrect(mail),
      goesTo: buyer?.email ?? mail.to,
      bounceReason: bounce?.reason,
      bouncedAt: bounce?.at,
      copiedAt: mail.againAt ?? later?.createdAt,
    }
  })
}
