import { sql } from 'drizzle-orm'
import { addDays, addMonths, instantOf, toLocalDate, monthOf } from '#api/rules/time/local-time.ts'
import { type Tx } from '../client.ts'
import { contests } from '../schema/forms.ts'

/**
 * An open contest of each brand until the end of next month, and one that has ended and waits for
 * its draw.
 */
export async function seedContests(tx: Tx, now: Date): Promise<void> {
  const today = toLocalDate(now, 'America/New_York')
  const midnight = (date: string) => instantOf(date, '00:00', 'America/New_York')
  const open = {
    opensAt: midnight(addDays(today, -10)),
    closesAt: midnight(`${addMonths(monthOf(today), 2)}-01`),
  }
  await tx.insert(contests).values([
    { id: 1, brandId: 1, name: 'A word over the harbor', upgradeId: 6, winners: 3, ...open },
    { id: 2, brandId: 2, name: 'Forty frames of the coast', upgradeId: 1, winners: 3, ...open },
    {
      ...{ id: 3, brandId: 1, name: 'First frost', upgradeId: 5, winners: 1 },
      ...{ opensAt: midnight(addDays(today, -60)), closesAt: midnight(addDays(today, -20)) },
    },
  ])
  await tx.execute(
    sql`select setval(pg_get_serial_sequence('contests', 'id'), (select max(id) from contests))`,
  )
}
