// temporary: holds a populated shop for profiling
import { writeFileSync } from 'node:fs'
import { MANY } from '../api/db/seed/populate.ts'
import { commitSession, getSession } from '../app/visit/session.server.ts'
import { departureValue, sellPath } from '../app/staff/sell/sell-state.ts'
import { staffAddresses, findStaffPageSamples } from '../tests/support/staff-addresses.ts'
import { startRealPostgres } from '../tests/support/real-postgres.ts'
import { openStaffMember } from '../tests/support/staff-member.ts'
import { holdSeats, nextSeat } from './buy.ts'
import { seededDatabase, serverSettings } from './durable-shop.ts'
import { populateShop, untilQuiet } from './populated-shop.ts'
import { createAgent } from './send.ts'
import { startShop } from '../tests/support/start-shop.ts'
const postgres = await startRealPostgres({ durable: true })
const databaseUrl = await seededDatabase(await postgres.createDatabase())
const now = new Date()
const { cookie, token, asks } = await populateShop(databaseUrl, { ...MANY, now }, async (deps) => {
  const { token } = await openStaffMember(deps, 'admin')
  await deps.database.query('analyze')
  const world = await findStaffPageSamples(deps.database.query, 0, now)
  const { settings } = deps
  const session = await getSession(new Request(settings.publicUrl), { settings })
  session.set('token', token)
  const [cookie = ''] = (await commitSession(session, { settings })).split(';')
  const asks = Object.entries(staffAddresses)
    .filter(([route]) => !route.includes('reports.runs') && !route.endsWith('csv'))
    .map(([route, addresses]) => ({ route, path: addresses(world)[0] ?? '' }))
  return { cookie, token, asks }
})
const env = serverSettings(databaseUrl)
const shop = await startShop({ environment: env, port: 4300 })
const agent = createAgent(8)
const seat = await nextSeat(shop.origin, 6, agent)
asks.push({
  route: 'staff.sell, seats held',
  path: sellPath({
    product: 6,
    date: seat.local_date,
    people: 2,
    q: 'buyer77@populated.example',
    departure: departureValue(seat),
    hold: await holdSeats(shop.origin, seat, agent, token),
  }),
})
await untilQuiet(databaseUrl)
writeFileSync(
  '/tmp/prof/state.json',
  JSON.stringify({ env, databaseUrl, cookie, asks, pid: shop.pid, origin: shop.origin }, null, 1),
)
console.log('ready', shop.pid, databaseUrl)
await shop.stop()
setInterval(() => {}, 1e6)
