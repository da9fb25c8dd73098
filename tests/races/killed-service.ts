import { serve } from '@hono/node-server'
import { createSmtpMailer } from '#api/gateways/smtp-mailer.ts'
import { composeKillable } from './compose-killable.ts'
import { openKillableDatabase } from './killable-database.ts'
import { stopAt } from './stop-at.ts'
import { allPoints } from './stop-points.ts'

/**
 * Runs the service as its own process, which kills itself at a stop point: `node killed-service.mjs
 * <database url> <smtp url> <instant> <point>`. It prints its port. `/harness/clock?now=` sets its
 * clock, `/harness/work` runs what is due.
 */
const [databaseUrl = '', smtpUrl = '', now = '', name = ''] = process.argv.slice(2)
const point = allPoints.find((one) => one.name === name)
if (!point) throw new Error(`There is no stop point called ${name}`)
const observer = stopAt(point)
const database = openKillableDatabase(databaseUrl, observer)
const { api, clock, work } = await composeKillable({
  database,
  now,
  watchFetch: observer.watchFetch,
  mailer: observer.watchMailer(createSmtpMailer(smtpUrl)),
})

async function answer(request: Request): Promise<Response> {
  const url = new URL(request.url)
  if (url.pathname === '/harness/clock') clock.set(url.searchParams.get('now') ?? '')
  else if (url.pathname === '/harness/work') await work()
  else return api.fetch(request)
  return new Response(null, { status: 204 })
}
serve({ fetch: answer, port: 0, hostname: '127.0.0.1' }, ({ port }) => {
  process.stdout.write(`${String(port)}\n`)
})
// The process ends with its parent.
process.stdin.resume().once('end', () => process.exit(0))
