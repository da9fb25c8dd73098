import { sendMails } from '../../mails/send-mails.ts'
import { type SeasonShop } from './season-shop.ts'

/** Mails of the last days lie in the sandbox's mailbox; there are a few dozen of them. */
const KEPT_MS = 2 * 86_400_000
/** Enough for all mails of two days, fifty at a time. */
const ROUNDS = 8

/**
 * Mails of the season: those that bounce and those of the last days are composed and sent as ever,
 * the others count as sent. Nothing stays queued that would go out later.
 */
export async function deliverMails({ deps, clock, endsAt }: SeasonShop): Promise<void> {
  const { query } = deps.database
  const now = clock.now()
  const before = new Date(endsAt.getTime() - KEPT_MS)
  await query(
    `update mails set state = 'sent', tries = 1, sent_at = greatest(created_at, next_try_at), sealed = null
     where state = 'queued' and next_try_at <= $1 and created_at < $2 and "to" not like 'bounce.%'`,
    [now, before],
  )
  for (let round = 0; round < ROUNDS; round += 1) {
    const { rows } = await query(`select 1 from mails where state = 'queued' and next_try_at <= $1 limit 1`, [
      now,
    ])
    if (rows.length === 0) return
    await sendMails(deps)
  }
}
