import { type ServerBuild } from '@remix-run/node'
import { readSettings } from '#settings/settings.ts'
import { startServer } from '../../web/start-server.ts'
import { PRODUCT_SECRETS } from './product-secrets.ts'

/**
 * Runs the product without its pages: `node product-process.mjs <settings as JSON>`. It prints its
 * port and drains on SIGTERM; a start that fails ends with 1 and its message.
 */
try {
  const given = JSON.parse(process.argv[2] ?? '{}') as Record<string, string>
  const settings = readSettings(
    {
      PORT: '0',
      PAYMENTS: 'sandbox',
      PUBLIC_URL: 'http://shop.test',
      LOG_LEVEL: 'silent',
      LIMIT_FACTOR: '1000',
      ...PRODUCT_SECRETS,
      ...given,
    },
    () => {
      throw new Error('A service on a database server has its secrets from its settings')
    },
  )
  const build = () => Promise.resolve({} as ServerBuild)
  const { port } = await startServer({ settings, build, clientFolder: undefined })
  process.stdout.write(`${String(port)}\n`)
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}
