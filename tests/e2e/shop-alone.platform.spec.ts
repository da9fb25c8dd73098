import { expect, test } from 'playwright/test'
import { readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { resolve } from 'node:path'
import ts from 'typescript'
import { z } from 'zod'
import { copyDemoData } from '../support/prepare-shop.ts'
import { startShop } from '../support/start-shop.ts'

const root = resolve(import.meta.dirname, '../..')

test('the shop runs alone with a /v1 service elsewhere', async () => {
  const service = await startShop({ dataDir: copyDemoData() })
  const secret = 'a-session-secret-of-more-than-32-letters'
  const shop = await startShop({ environment: { API_URL: service.origin, SESSION_SECRET: secret } })
  const page = await (await fetch(`${shop.origin}/product/6`)).text()
  expect(page).toContain('The New Yorker')
  expect((await fetch(`${shop.origin}/v1/products`)).status).toBe(404)
  await service.stop()
  expect(await (await fetch(`${shop.origin}/readyz`)).json()).toMatchObject({ parts: { service: 'failed' } })
  expect((await fetch(`${shop.origin}/product/6`)).status).toBeGreaterThanOrEqual(500)
  expect(await shop.stop()).toBe(0)
})

test('the built product imports only packages of a production installation', () => {
  const { dependencies } = z
    .object({ dependencies: z.record(z.string(), z.string()) })
    .parse(JSON.parse(readFileSync(resolve(root, 'package.json'), 'utf8')))
  const asked = ['build/server.js', 'build/server/index.js'].flatMap((file) =>
    importsOf(readFileSync(resolve(root, file), 'utf8')),
  )
  const names = asked
    .filter((name) => !/^[./#]/.test(name))
    .map((name) =>
      name
        .split('/')
        .slice(0, name.startsWith('@') ? 2 : 1)
        .join('/'),
    )
    .filter((name) => !name.startsWith('node:') && !builtinModules.includes(name))
  expect(names.length).toBeGreaterThan(10)
  expect([...new Set(names)].filter((name) => !(name in dependencies))).toEqual([])
})

/** The modules a file imports. Read by a parser, because a text of the shop can look like an import. */
const importsOf = (text: string) =>
  ts.preProcessFile(text, true, true).importedFiles.map(({ fileName }) => fileName)
