import { serve } from '@hono/node-server'
import pino from 'pino'
import { createErrorReports } from '#app/visit/error-reports.server.ts'
import { readSettings } from '#settings/settings.ts'
import { createWebServer } from '../../web/create-web-server.ts'
import { openService } from '../../web/open-service.ts'

/**
 * Runs the whole service as its own process, with its jobs, limits, webhooks and sandbox, but
 * without pages: `node restart-process.mjs <database url>`. It prints its port and ends with its
 * parent.
 */
const [databaseUrl = ''] = process.argv.slice(2)
const settings = readSettings(
  {
    DATABASE_URL: databaseUrl,
    PAYMENTS: 'sandbox',
    PUBLIC_URL: 'http://shop.test',
    LIMIT_FACTOR: '1000',
    SESSION_SECRET: 'session-secret-of-the-tests-0123456789',
    JWT_SECRET: 'token-secret-of-the-tests-0123456789abc',
    CODE_SECRET: 'code-secret-of-the-tests-0123456789abcd',
  },
  () => {
    throw new Error('A service on a database server has its secrets from its settings')
  },
)
const log = pino({ level: 'error' }, pino.destination(2))
const service = await openService(settings, log)
const web = createWebServer({
  settings,
  log,
  reports: await createErrorReports(undefined, 'production'),
  api: service.api,
  sandboxPages: service.sandboxPages,
  build: () => Promise.reject(new Error('There are no pages here')),
  clientFolder: undefined,
  health: service.health,
  draining: () => false,
})
const server = serve({ fetch: web.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => {
  process.stdout.write(`${String(port)}\n`)
})
process.stdin.resume().once('end', () => {
  server.close()
  void service.close().finally(() => process.exit(0))
})
