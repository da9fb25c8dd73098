import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { readSettings, settingNames } from '#settings/settings.ts'
import { writeBalancer } from './write-balancer.ts'
import { writePooler } from './write-pooler.ts'

const root = resolve(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(resolve(root, path), 'utf8')

const Service = z.object({
  environment: z.record(z.string(), z.string()).default({}),
  volumes: z.array(z.string()).default([]),
})
const Layout = z.object({
  services: z.record(z.string(), Service),
  volumes: z.record(z.string(), z.unknown()),
})
const layout = Layout.parse(parse(read('compose.cluster.yaml'), { merge: true }))
const single = Layout.parse(parse(read('compose.yaml'), { merge: true }))
const service = (name: string) => layout.services[name] ?? Service.parse({})

const SHOPS = ['shop1', 'shop2', 'shop3'] as const

/** What `${NAME:-value}` is without a NAME, and else of. */
const filled = (environment: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(environment).map(([name, value]) => [
      name,
      value.replace(/\$\{[A-Z_]+:([-?])([^}]*)\}/g, (_, kind: string, rest: string) =>
        kind === '-' ? rest : `of-the-test-${'x'.repeat(32)}`,
      ),
    ]),
  )

test('the layout for containers has three shops, a worker, balancer, pooler, primary and standby', () => {
  const names = [...SHOPS, 'worker', 'backup', 'balancer', 'pooler', 'primary', 'standby']
  expect(Object.keys(layout.services).sort()).toEqual(names.sort())
  for (const name of [...SHOPS, 'worker', 'backup'])
    expect(Object.keys(service(name).environment).filter((one) => !settingNames.includes(one))).toEqual([])
})

test('its processes start with these settings, the shops without jobs and the worker with them', () => {
  const settingsOf = (name: string) =>
    readSettings(filled(service(name).environment), () => {
      throw new Error('A server has its secrets from its settings')
    })
  for (const name of SHOPS)
    expect(settingsOf(name)).toMatchObject({
      pooled: true,
      trustProxy: true,
      worker: 'none',
      drainSeconds: 5,
    })
  expect(settingsOf('worker')).toMatchObject({ pooled: true, worker: 'only' })
})

test('it knows every setting of the shop that the layout of one process knows', () => {
  const known = Object.keys(service('shop1').environment)
  const wanted = Object.keys(single.services['shop']?.environment ?? {})
  expect(wanted.filter((name) => !known.includes(name))).toEqual([])
})

test('a backup is written where the worker looks for the newest', () => {
  for (const name of ['worker', 'backup']) expect(service(name).volumes).toContain('backups:/backups')
})

test('the files and volumes that it names are there', () => {
  const sources = Object.values(layout.services).flatMap(({ volumes }) =>
    volumes.map((volume) => volume.split(':')[0] ?? ''),
  )
  for (const source of sources)
    if (source.startsWith('./')) expect(read(source).length).toBeGreaterThan(0)
    else expect(Object.keys(layout.volumes)).toContain(source)
})

test('its balancer has the same rules as the one that is started beside several processes', () => {
  const written = writeBalancer({
    bind: ':3000',
    shops: SHOPS.map((name) => ({ name, address: `${name}:3000` })),
    behindProxy: true,
    nameServer: '127.0.0.11:53',
    database: {
      bind: ':5432',
      servers: ['primary', 'standby'].map((name) => ({ name, address: `${name}:5432` })),
    },
  })
  expect(read('deploy/haproxy.cfg').replace(/^#.*\n/gm, '')).toBe(written)
})

test('a visitor cannot name another address, unless a proxy of one’s own stands in front', () => {
  const parts = { bind: '127.0.0.1:3000', shops: [] }
  expect(writeBalancer({ ...parts, behindProxy: false })).toContain('set-header X-Forwarded-For %[src]')
  const trusting = writeBalancer({ ...parts, behindProxy: true })
  expect(trusting).toContain('option forwardfor if-none')
  expect(trusting).not.toContain('del-header X-Request-Id')
})

test('the pooler goes to the server as the given user, and lets in only who knows its own password', () => {
  const databaseUrl = "postgres://sh%22op:it's@db.internal:5433/fly?sslmode=require"
  const written = writePooler({ databaseUrl, port: 6000, userFile: '/data/users.txt' })
  expect(written.configuration).toContain(
    `* = host='db.internal' port='5433' user='sh"op' password='it''s'\n`,
  )
  expect(written.configuration).toContain('server_tls_sslmode = verify-full\n')
  const url = new URL(written.databaseUrl)
  expect([url.host, url.pathname, url.username]).toEqual(['127.0.0.1:6000', '/fly', 'sh%22op'])
  expect(written.users).toBe(`"sh""op" "${url.password}"\n`)
  expect(url.password.length).toBeGreaterThan(30)
  expect(written.users).not.toContain("it's")
})

test('the pooler of the layout pools as the one that is started beside several processes', () => {
  const pools = (text: string) =>
    text
      .split('\n')
      .filter((line) => /^\w+ = /.test(line) && !/^(?:listen_addr|listen_port|auth_file) /.test(line))
      .sort()
  const { configuration } = writePooler({ databaseUrl: 'postgres://db/shop', port: 1, userFile: 'x' })
  expect(pools(read('deploy/pgbouncer.ini'))).toEqual(pools(configuration))
})
