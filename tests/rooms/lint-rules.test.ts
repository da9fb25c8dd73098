import { resolve } from 'node:path'
import { ESLint } from 'eslint'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
const eslint = new ESLint({ cwd: root })

/** The rules that a text breaks when it stands at a path. */
async function rulesBroken(filePath: string, text: string): Promise<string[]> {
  const [result] = await eslint.lintText(text, { filePath: resolve(root, filePath) })
  return (result?.messages ?? []).flatMap((message) => message.ruleId ?? 'syntax')
}

const arrow = 'import-x/no-restricted-paths'

test.each([
  ['app/root.tsx', "import { createApi } from '#api/app.ts'\ncreateApi"],
  ['app/visit/shop-origin.server.ts', "import { openDatabase } from '../../api/db/client.ts'\nopenDatabase"],
  ['api/app.ts', "import { getShopContext } from '#app/visit/shop-context.server.ts'\ngetShopContext"],
  ['api/rules/money/money.ts', "import { openDatabase } from '#api/db/client.ts'\nopenDatabase"],
  ['api/rules/money/money.ts', "import { Dollars } from '#contract/primitives.ts'\nDollars"],
  ['api/store/mails/queue-mail.ts', "import { products } from '#api/catalogue/routes/products.ts'\nproducts"],
  ['contract/enums.ts', "import { readSettings } from '#settings/settings.ts'\nreadSettings"],
  ['sandbox/create-sandbox.ts', "import { createApi } from '#api/app.ts'\ncreateApi"],
])('%s may not: %s', async (filePath, text) => {
  expect(await rulesBroken(filePath, text)).toContain(arrow)
})

test.each([
  ['app/root.tsx', "import { ErrorBody } from '#contract/errors.ts'\nErrorBody"],
  ['api/store/mails/queue-mail.ts', "import { toCents } from '#api/rules/money/money.ts'\ntoCents"],
  ['server.ts', "import { createApi } from '#api/app.ts'\ncreateApi"],
])('%s may: %s', async (filePath, text) => {
  expect(await rulesBroken(filePath, text)).not.toContain(arrow)
})

test('the environment is read in settings only', async () => {
  const text = 'export const port = process.env.PORT'
  expect(await rulesBroken('api/app.ts', text)).toContain('no-restricted-properties')
  expect(await rulesBroken('app/root.tsx', text)).toContain('no-restricted-properties')
  expect(await rulesBroken('settings/settings.ts', text)).toEqual([])
})

test('a style attribute, which the CSP would refuse, is an error', async () => {
  const text = "export const A = () => <p style={{ color: 'red' }}>x</p>"
  expect(await rulesBroken('app/root.tsx', text)).toContain('no-restricted-syntax')
})

test('any is an error', async () => {
  expect(await rulesBroken('api/app.ts', 'export const a: any = 1')).toContain(
    '@typescript-eslint/no-explicit-any',
  )
})
