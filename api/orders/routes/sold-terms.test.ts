import { afterAll, beforeAll, expect, test } from 'vitest'
import { openReschedulingShop, type ReschedulingShop } from '#tests/support/reschedule-shop.ts'
import { openStaffMember } from '#tests/support/staff-member.ts'

let shop: ReschedulingShop
const tokens: Record<string, string> = {}
beforeAll(async () => {
  shop = await openReschedulingShop()
  for (const role of ['staff', 'admin'] as const)
    tokens[role] = (await openStaffMember(shop.deps, role)).token
})
afterAll(() => shop.close())

/** An existing row and its present value. */
async function firstOf(table: string, column: string) {
  const { rows } = await shop.deps.database.query(
    `select id, ${column} as value from ${table} order by id limit 1`,
  )
  return { id: String(rows[0]?.['id']), value: rows[0]?.['value'] }
}

test.each([
  ['products', 'product', 'cancel_until_hours', 'cancel_until_hours', { name: 'Other' }],
  ['products', 'product', 'cancel_refund_percent', 'cancel_refund_bps', { name: 'Other' }],
  ['fares', 'fare', 'refund_when_called_off', 'refund_when_called_off', { name: 'Other' }],
  ['upgrades', 'upgrade', 'refund_right', 'refund_right', { name: 'Other' }],
])('only an admin may change, of %s, the field %s.%s', async (plural, singular, field, column, rest) => {
  const { id, value } = await firstOf(plural, column)
  const present = column.endsWith('_bps') ? Number(value) / 100 : value
  const other = typeof present === 'number' ? present - 1 : !present
  const change = (row: object, token = tokens['staff'] ?? '') =>
    shop.call('PATCH', `/v1/${plural}/${id}`, { token, body: { [singular]: row } })
  expect(await change({ [field]: other })).toMatchObject({ status: 403, body: { code: 'forbidden' } })
  expect((await firstOf(plural, column)).value).toEqual(value)
  // A form sends the unchanged values along.
  expect((await change({ ...rest, [field]: present })).status).toBe(200)
  expect((await change({ [field]: other }, tokens['admin'])).status).toBe(200)
  expect((await firstOf(plural, column)).value).not.toEqual(value)
})
