import { addDays, toLocalDate } from '#api/rules/time/local-time.ts'
import { clockIn, type Crew } from './staff.ts'
import { type World } from './world.ts'

/** The books of yesterday are closed, and the provider pays out what it has. */
export async function closeDay(world: World, { admin }: Crew): Promise<void> {
  const token = await clockIn(world, admin)
  const day = addDays(toLocalDate(world.clock.now(), 'America/New_York'), -1)
  const body = { day_closing: { day, note: 'Closed in the morning; what is open is known' } }
  await world.call('POST', '/v1/day_closings', { token, body, kind: 'day closed' })
}

export async function payOut(world: World): Promise<void> {
  const paid = await world.sandbox.control.payouts.payNow()
  world.count('payout', paid === undefined ? 'refused' : 'done')
}

/** Two or three disputes a week: the bank decides after a day. */
export async function dispute(world: World): Promise<void> {
  const { rows } = await world.database.query(
    `select reference from payment_attempts where state = 'succeeded' and reference like 'pi_%'
     order by id desc limit 1`,
  )
  const reference = rows[0]?.['reference']
  if (typeof reference !== 'string') return
  const id = await world.sandbox.control.disputes.open(reference)
  world.count('dispute opened', 'done')
  world.later(24 * 60, 'decide a dispute', async (random) => {
    await world.sandbox.control.disputes.decide(id, random.pick(['won', 'lost']))
    world.count('dispute decided', 'done')
  })
}
