import { resolve } from 'node:path'
import { ESLint } from 'eslint'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
const eslint = new ESLint({ cwd: root })

/** Lists the lint rules that a text breaks when its file has the given path. */
async function rulesBroken(filePath: string, text: string): Promise<string[]> {
  const [result] = await eslint.lintText(text, { filePath: resolve(root, filePath) })
  return (result?.messages ?? []).flatMap((message) => message.ruleId ?? 'syntax')
}

const PART = 'import-x/no-restricted-paths'
const ROOM = 'house/no-upward-import'

test.each([
  ['app/root.tsx', PART, "import { createApi } from '#api/app.ts'\ncreateApi"],
  [
    'app/visit/shop-origin.server.ts',
    PART,
    "import { openDatabase } from '../../api/db/client.ts'\nopenDatabase",
  ],
  ['api/app.ts', PART, "import { getShopContext } from '#app/visit/shop-context.server.ts'\ngetShopContext"],
  ['contract/enums.ts', PART, "import { readSettings } from '#settings/settings.ts'\nreadSettings"],
  ['sandbox/create-sandbox.ts', PART, "import { createApi } from '#api/app.ts'\ncreateApi"],
  ['api/rules/money/money.ts', ROOM, "import { openDatabase } from '#api/db/client.ts'\nopenDatabase"],
  ['api/rules/money/money.ts', ROOM, "import { createRouter } from '#api/http/router.ts'\ncreateRouter"],
  [
    'api/flights/rules/flight-steps.ts',
    ROOM,
    "import { lockOrder } from '../../store/orders/lock-order.ts'\nlockOrder",
  ],
  [
    'api/store/mails/queue-mail.ts',
    ROOM,
    "import { products } from '#api/catalogue/routes/products.ts'\nproducts",
  ],
  ['api/http/router.ts', ROOM, "export { placeOrder } from '../orders/place-order.ts'"],
  ['app/format/format-dollars.ts', ROOM, "import { Field } from '../ui/field.tsx'\nField"],
  [
    'app/gifts/gift-page.tsx',
    ROOM,
    "export const later = () => import('../staff/parts/staff-visit.server.ts')",
  ],
])('a lint error in %s, by the rule %s, is reported for: %s', async (filePath, rule, text) => {
  expect(await rulesBroken(filePath, text)).toContain(rule)
})

test.each([
  ['app/root.tsx', "import { ErrorBody } from '#contract/errors.ts'\nErrorBody"],
  ['api/store/mails/queue-mail.ts', "import { toCents } from '#api/rules/money/money.ts'\ntoCents"],
  ['api/flights/rules/flight-steps.ts', "import { toCents } from '#api/rules/money/money.ts'\ntoCents"],
  ['app/gifts/gift-page.tsx', "import { Field } from '../ui/field.tsx'\nField"],
  ['server.ts', "import { createApi } from '#api/app.ts'\ncreateApi"],
])('the file %s may contain: %s', async (filePath, text) => {
  const broken = await rulesBroken(filePath, text)
  expect(broken).not.toContain(PART)
  expect(broken).not.toContain(ROOM)
})

test('only settings reads the environment', async () => {
  const text = 'export const port = process.env.PORT'
  expect(await rulesBroken('api/app.ts', text)).toContain('no-restricted-properties')
  expect(await rulesBroken('app/root.tsx', text)).toContain('no-restricted-properties')
  expect(await rulesBroken('settings/settings.ts', text)).toEqual([])
})

test('a style attribute is an error because the CSP would refuse it', async () => {
  const text = "export const A = () => <p style={{ color: 'red' }}>x</p>"
  expect(await rulesBroken('app/root.tsx', text)).toContain('no-restricted-syntax')
})

test('the type any is an error', async () => {
  expect(await rulesBroken('api/app.ts', 'export const a: any = 1')).toContain(
    '@typescript-eslint/no-explicit-any',
  )
})
