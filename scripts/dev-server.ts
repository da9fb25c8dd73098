import { type ServerBuild } from '@remix-run/node'
import { createServer } from 'vite'
import { ensureSecrets } from '#settings/kept-secrets.ts'
import { readSettings } from '#settings/settings.ts'
import { announce } from '../web/announce.ts'
import { startServer } from '../web/start-server.ts'

const vite = await createServer({ server: { middlewareMode: true }, appType: 'custom' })
const settings = readSettings(process.env, ensureSecrets)
const { port } = await startServer({
  settings,
  build: () => vite.ssrLoadModule('virtual:remix/server-build') as Promise<ServerBuild>,
  clientFolder: undefined,
  before: vite.middlewares,
})
process.stdout.write(announce(settings, port))
