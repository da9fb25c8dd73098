import { sql, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import { type Db, type DbOrTx } from '../db/client.ts'
import { listBrandsWithout } from '../store/care/care-stops.ts'
import { type DueCare } from '../store/care/queue-care.ts'
import { ERASED_DOMAIN } from '../store/erased-email.ts'
import { WALK_IN_DOMAIN } from '../store/walk-in-email.ts'

/** How long before their end the holder is written to. */
export const GIFT_NOTICE_DAYS = 30

/** A gift card or voucher that can still be used. */
export interface HeldGift {
  kind: 'gift_card' | 'voucher'
  id: number
  brandId: number
  /** Who holds it, in lower case: whom it was mailed to last, or else who bought it. */
  holder: string
  expiresAt: Date
}

const HeldRows = z.object({
  rows: z.array(
    z.object({
      kind: z.enum(['gift_card', 'voucher']),
      id: z.number(),
      brand_id: z.number(),
      holder: z.string(),
      expires_at: z.string(),
    }),
  ),
})

/** Usable gift cards and vouchers with their holders, those of one holder and day beside each other. */
export async function findHeldGifts(db: DbOrTx, where: SQL, limit: number): Promise<HeldGift[]> {
  const answer = await db.execute(sql`
    select kind, id, brand_id, holder, to_json(expires_at) as expires_at from (
      select 'gift_card' as kind, c.id, c.brand_id, c.expires_at, c.created_at,
        lower(coalesce(c.last_emailed_to, o.email, u.email)) as holder,
        exists (select 1 from care_messages m where m.gift_card_id = c.id) as written
      from gift_cards c
        left join orders o on o.id = c.purchaser_order_id left join users u on u.id = c.purchaser_id
      where c.state = 'available'
      union all
      select 'voucher', v.id, v.brand_id, v.expires_at, v.created_at,
        lower(coalesce(v.last_emailed_to, u.email, o.email)),
        exists (select 1 from care_messages m where m.voucher_id = v.id)
      from vouchers v left join users u on u.id = v.user_id left join orders o on o.id = v.order_id
      where v.state = 'available' and v.balance_cents > 0
    ) held
    where holder is not null and ${where}
    order by brand_id, holder, held.expires_at, kind, id limit ${limit}`)
  return HeldRows.parse(answer).rows.map(({ kind, id, brand_id: brandId, holder, expires_at: at }) => ({
    ...{ kind, id, brandId, holder },
    expiresAt: new Date(at),
  }))
}

/**
 * The holders of gift cards and vouchers that end within thirty days, and were valid for longer than
 * that. Those of one holder that end at the same moment are one message.
 */
export async function findExpiringGifts(db: Db, now: Date, { limit }: { limit: number }): Promise<DueCare[]> {
  const off = await listBrandsWithout(db, 'gift_expiring')
  const at = sql`${now.toISOString()}::timestamptz`
  const notice = sql`interval '${sql.raw(String(GIFT_NOTICE_DAYS))} days'`
  const held = await findHeldGifts(
    db,
    sql`not written and expires_at > ${at} and expires_at <= ${at} + ${notice}
      and created_at <= expires_at - ${notice}
      and holder not like ${`%${ERASED_DOMAIN}`} and holder not like ${`%${WALK_IN_DOMAIN}`}
      and not (brand_id = any(${sql.param(off)}::int[]))`,
    limit,
  )
  const groups = groupByHolder(held)
  // The last holder of a full page may have more than the page shows.
  return held.length === limit && groups.length > 1 ? groups.slice(0, -1) : groups
}

function groupByHolder(held: readonly HeldGift[]): DueCare[] {
  const groups = new Map<string, DueCare>()
  for (const { kind, id, brandId, holder: email, expiresAt: dueFor } of held) {
    const eventKey = `gift_expiring:${kind}:${String(id)}`
    const subject = kind === 'gift_card' ? { eventKey, giftCardId: id } : { eventKey, voucherId: id }
    const key = `${String(brandId)} ${email} ${dueFor.toISOString()}`
    const group = groups.get(key)
    if (group) group.subjects.push(subject)
    else groups.set(key, { brandId, email, dueFor, subjects: [subject] })
  }
  return [...groups.values()]
}
