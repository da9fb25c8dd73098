import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { serve } from '@hono/node-server'
import { type ServerBuild } from '@remix-run/node'
import pino from 'pino'
import { keptSecrets } from '#settings/kept-secrets.ts'
import { readSettings } from '#settings/settings.ts'
import { createWebServer } from './web/create-web-server.ts'

const settings = readSettings(process.env, keptSecrets) // eslint-disable-line no-restricted-properties -- parsed here, once
const log = pino({ level: settings.logLevel })
const clientFolder = relative(process.cwd(), fileURLToPath(new URL('./client', import.meta.url)))
const web = createWebServer({
  api: undefined,
  build: () => import(new URL('./server/index.js', import.meta.url).href) as Promise<ServerBuild>,
  loadContext: () => ({}),
  clientFolder,
})
serve({ fetch: web.fetch, port: settings.port, hostname: settings.host }, (info) => {
  log.info({ port: info.port }, 'listening')
})
