import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { listUnpinned } from '../../scripts/images/image-names.ts'

const root = resolve(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const pages = [
  'README.md',
  ...['docs', 'docs/guides'].flatMap((folder) =>
    readdirSync(join(root, folder))
      .filter((name) => name.endsWith('.md'))
      .map((name) => `${folder}/${name}`),
  ),
]

/** What is written in code and begins like a command, with the page that says it. */
const documented = pages.flatMap((page) =>
  [...read(page).matchAll(/`([^`\n]+)`|^ {4,}(\S.*)$/gm)]
    .map(([, inline, block]) => (inline ?? block ?? '').replace(/\s+#.*$/, '').trim())
    .filter((text) => /^(?:[A-Z_]+=\S+ )*(?:npm|npx|node|docker) \S/.test(text))
    .map((command) => ({ page, command })),
)

/** `npm test` itself, and what it runs as one of its steps. */
const IN_NPM_TEST = [
  'npm test',
  'npm run build',
  'npm run lint',
  'npm run typecheck',
  'node scripts/house.mjs',
]
/** Started by a test of their own. */
const STARTED_BY: Record<string, string> = {
  'npm start': 'tests/e2e/npm-start.platform.spec.ts',
  'API_URL=… npm start': 'tests/e2e/shop-alone.platform.spec.ts',
  'npm run start:cluster': 'tests/cluster/cluster.test.ts',
  'npm run start:shop': 'tests/e2e/shop-alone.platform.spec.ts',
  'node --expose-gc --max-semi-space-size=32 build/server.js': 'tests/support/start-shop.ts',
}
/** What takes longer than all tests together, or needs what a machine may not have. */
const BY_HAND: Record<string, string> = {
  'npm run test:all': 'it runs the tests again, with the long ones',
  'npm run test:full': 'it runs the tests again, for hours',
  'npm run test:suite -- first-purchase': 'it runs some of the tests again',
  'npm run dev': 'it goes on until it is stopped',
  'npm run bench': 'a measurement',
  'npm run bench:long': 'a measurement',
  'npm run bench:long -- campaign': 'a measurement',
  'npm run bench:long -- growth': 'a measurement',
  'npm run bench:long -- ready': 'a measurement',
  'npm run bench:lighthouse': 'a measurement',
  'npm run fonts': 'loads packages from the registry',
  'npm run contact-sheet': 'overwrites pictures of the repository',
  'npm run tour': 'overwrites pictures of the repository',
  'npm run db:generate': 'overwrites the start migration',
  'npx drizzle-kit generate --custom': 'overwrites the start migration',
  'npx tsx tests/sandbox-contract/write-contract.ts': 'overwrites the contract of the sandbox',
  'npm run test:cluster': "needs Debian's PostgreSQL, PgBouncer and HAProxy",
  'npm run pin-images':
    'asks the registries of the images; scripts/images/pin-images.test.ts has one of its own',
  'docker compose up --build': 'needs Docker',
  'docker compose run --rm backup': 'needs Docker',
  'docker compose -f compose.cluster.yaml stop primary': 'needs Docker',
  'docker compose -f compose.cluster.yaml exec standby pg_ctl promote': 'needs Docker',
}
// Each starts a process and a database; a busy machine is slow, not wrong.
vi.setConfig({ testTimeout: 300_000 })

const isPartOfTests = (command: string) =>
  /^(?:(?:CONTRACT_URL|WEEK_SEED|FULL)=\S+ )*npx (?:vitest run|playwright test) --project /.test(command)

const folder = mkdtempSync(join(tmpdir(), 'documented-commands-'))
const backup = join(folder, 'backup.gz')
afterAll(() => {
  rmSync(folder, { recursive: true, force: true })
})

/** What stands for words in capitals. */
const GIVEN: Record<string, string> = { FILE: backup, EMAIL: 'owner@example.com' }

/** In this order: each goes on with what the one before it made. */
const RUN_HERE = [
  { command: 'npm run set-up -- --admin EMAIL', data: 'own', ends: 0, says: 'is the first admin' },
  {
    command: 'npm run pin-images -- --check',
    data: 'own',
    ends: listUnpinned(root).length === 0 ? 0 : 1,
    says: 'digest',
  },
  { command: 'npm run test:stripe', data: 'own', ends: 1, says: 'STRIPE_SECRET_KEY is not set' },
  { command: 'npm run sbom', data: 'own', ends: 0, says: 'CycloneDX' },
  { command: 'npm run db:migrate', data: 'first', ends: 0, says: 'The database is up to date.' },
  { command: 'npm run db:seed', data: 'first', ends: 0, says: 'The demo shop has been loaded.' },
  { command: 'npm run promises', data: 'first', ends: 0, says: '0' },
  { command: 'npm run promises -- --full', data: 'first', ends: 0, says: '0' },
  { command: 'npm run backup FILE', data: 'first', ends: 0, says: backup },
  { command: 'npm run rotate-secret', data: 'first', ends: 0, says: 'CODE_SECRET: signs with the key' },
  {
    command: 'npm run rotate-secret CODE_SECRET',
    data: 'first',
    ends: 0,
    says: 'A new value for CODE_SECRET',
  },
  { command: 'npm run rotate-secret -- --renew', data: 'first', ends: 0, says: '0 rows have the newest key' },
  { command: 'npm run doctor', data: 'first', ends: 1, says: 'Missing for going live:' },
  { command: 'npm run doctor -- --backup FILE', data: 'first', ends: 1, says: 'Missing for going live:' },
  { command: 'npm run try-restore FILE', data: 'first', ends: 0, says: 'The backup can be restored' },
  { command: 'npm run restore FILE', data: 'second', ends: 0, says: '' },
]

test('every command that is written down is run by a test, or a reason says why not', () => {
  const known = new Set([
    ...IN_NPM_TEST,
    ...Object.keys(STARTED_BY),
    ...Object.keys(BY_HAND),
    ...RUN_HERE.map(({ command }) => command),
  ])
  expect(documented.length).toBeGreaterThan(30)
  expect(documented.filter(({ command }) => !known.has(command) && !isPartOfTests(command))).toEqual([])
})

test('every script that is written down is in package.json, and every file of a command exists', () => {
  const { scripts } = z
    .object({ scripts: z.record(z.string(), z.string()) })
    .parse(JSON.parse(read('package.json')))
  const missing = documented.filter(({ command }) => {
    const script = /npm run (\S+)/.exec(command)?.[1]
    const file = /(?:node|tsx) (?:--\S+ )*((?:scripts|tests)\/\S+)/.exec(command)?.[1]
    return (
      (script !== undefined && !(script in scripts)) || (file !== undefined && !existsSync(join(root, file)))
    )
  })
  expect(missing).toEqual([])
  for (const file of Object.values(STARTED_BY)) expect(read(file).length, file).toBeGreaterThan(0)
})

test('every project and folder of a documented test run exists', () => {
  const projects = `${read('vitest.config.ts')} ${read('playwright.config.ts')}`
  for (const { command } of documented.filter((one) => isPartOfTests(one.command))) {
    const [, project = '', rest = ''] = /--project (\S+) ?(.*)$/.exec(command) ?? []
    expect(projects, command).toContain(`name: '${project}'`)
    for (const path of rest.split(' ').filter(Boolean))
      expect(existsSync(join(root, path)), `${command}: ${path}`).toBe(true)
  }
})

describe('a command on a database', () => {
  test.each(RUN_HERE)('$command ends with $ends', ({ command, data, ends, says }) => {
    const [program = '', ...words] = command.split(' ').map((word) => GIVEN[word] ?? word)
    const done = spawnSync(program, words, {
      cwd: root,
      encoding: 'utf8',
      env: {
        PATH: process.env['PATH'],
        HOME: process.env['HOME'],
        NODE_ENV: 'production',
        DATA_DIR: join(folder, data),
      },
    })
    const said = `${done.stdout}${done.stderr}`
    expect(done.status, said).toBe(ends)
    expect(said).toContain(says)
    if (command.includes('backup FILE')) expect(statSync(backup).size).toBeGreaterThan(1000)
  })
})
