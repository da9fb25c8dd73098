import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { AccountExportReply } from '#contract/account.ts'
import { CommentReply, CommentsReply } from '#contract/comment.ts'
import { CustomerReply } from '#contract/customer.ts'
import { OrderFileReply } from '#contract/order-file.ts'
import { openAccountHelpers, PASSWORD } from '#tests/support/account-members.ts'
import { openPayingShop, type PayingShop } from '#tests/support/paying-shop.ts'
import { openStaffMember } from '#tests/support/staff-member.ts'

vi.setConfig({ testTimeout: 60_000 })

let shop: PayingShop
let ada: { token: string; userId: number }
let bo: { token: string; userId: number }
let admin: { token: string; userId: number }
beforeAll(async () => {
  shop = await openPayingShop()
  ada = await openStaffMember(shop.deps)
  bo = await openStaffMember(shop.deps)
  admin = await openStaffMember(shop.deps, 'admin')
})
afterAll(() => shop.close())

const { member } = openAccountHelpers(() => shop)
type Subject = { type: 'Order' | 'Customer'; id: number }
const post = (token: string, { type, id }: Subject, body: string, more: object = {}) => {
  const comment = { commentable_type: type, commentable_id: id, body, ...more }
  return shop.call('POST', '/v1/comments', { token, body: { comment } })
}
const note = async (token: string, about: Subject, body: string) =>
  CommentReply.parse((await post(token, about, body)).body).comment
const change = (token: string, id: number, comment: object) =>
  shop.call('PATCH', `/v1/comments/${String(id)}`, { token, body: { comment } })
const remove = (token: string, id: number) => shop.call('DELETE', `/v1/comments/${String(id)}`, { token })
const notesOf = async (userId: number) =>
  CustomerReply.parse(
    (await shop.call('GET', `/v1/customers/${String(userId)}`, { token: ada.token })).body,
  ).customer.history.filter(({ kind }) => kind === 'note')

describe('a note on an order', () => {
  it('is changed and deleted by its author and by admins, and by nobody else', async () => {
    const order = await shop.order(await shop.guest('noted@example.com'), 1)
    const { id } = await note(ada.token, { type: 'Order', id: order.id }, 'Calls again at noon')
    const refused = { status: 403, body: { code: 'forbidden' } }
    expect(await change(bo.token, id, { body: 'Calls never' })).toMatchObject(refused)
    expect(await remove(bo.token, id)).toMatchObject(refused)
    expect((await change(ada.token, id, { body: 'Calls again at one' })).status).toBe(200)
    expect((await change(admin.token, id, { body: 'Calls again at two' })).status).toBe(200)
    const { body } = await shop.call('GET', `/v1/orders/${String(order.id)}/file`, { token: ada.token })
    expect(OrderFileReply.parse(body).file.history.find(({ kind }) => kind === 'note')).toMatchObject({
      ...{ text: 'Calls again at two' },
      note: { id, author_id: ada.userId, body: 'Calls again at two', on_manifest: false },
    })
    expect((await remove(admin.token, id)).status).toBe(204)
    expect((await remove(admin.token, id)).status).toBe(404)
  })

  it('stands on the manifest only where it is short and about an order', async () => {
    const order = await shop.order(await shop.guest('marked@example.com'), 1)
    const about = { type: 'Order', id: order.id } as const
    const mark = { on_manifest: true }
    const long = { body: ['On the manifest a comment has at most 200 characters'] }
    expect(await post(ada.token, about, 'x'.repeat(201), mark)).toMatchObject({ status: 422, body: long })
    const { id } = await note(ada.token, about, 'x'.repeat(201))
    expect(await change(ada.token, id, mark)).toMatchObject({ status: 422, body: long })
    expect((await change(ada.token, id, { ...mark, body: 'Proposal on board' })).status).toBe(200)
    expect(await change(ada.token, id, { body: 'x'.repeat(201) })).toMatchObject({ status: 422, body: long })
    const { userId } = await member()
    expect(await post(ada.token, { type: 'Customer', id: userId }, 'Afraid of doors', mark)).toMatchObject({
      status: 422,
      body: { on_manifest: ['Only a comment on an order stands on a manifest'] },
    })
  })

  it('keeps what a colleague wrote meanwhile, and says it', async () => {
    const order = await shop.order(await shop.guest('both@example.com'), 1)
    const { id } = await note(ada.token, { type: 'Order', id: order.id }, 'One\nTwo')
    // A form sends line breaks in two characters.
    const seen = { body_was: 'One\r\nTwo' }
    expect((await change(admin.token, id, { ...seen, body: 'By the admin' })).status).toBe(200)
    expect(await change(ada.token, id, { ...seen, body: 'By Ada' })).toMatchObject({
      status: 409,
      body: { code: 'conflict', error: expect.stringContaining('“By the admin”') },
    })
  })
})

describe('a note on a customer', () => {
  it('stands in the customer’s history with its author and time, and can be changed', async () => {
    const { userId } = await member()
    const about = { type: 'Customer', id: userId } as const
    const { id, created_at: at } = await note(ada.token, about, 'Walks with a stick')
    expect(await notesOf(userId)).toEqual([
      {
        ...{ at, kind: 'note', text: 'Walks with a stick', by: expect.any(String) },
        note: { id, author_id: ada.userId, body: 'Walks with a stick' },
      },
    ])
    expect((await change(bo.token, id, { body: 'Runs' })).status).toBe(403)
    expect((await change(ada.token, id, { body: 'Walks with two sticks' })).status).toBe(200)
    expect((await notesOf(userId))[0]?.text).toBe('Walks with two sticks')
    expect((await remove(ada.token, id)).status).toBe(204)
    expect(await notesOf(userId)).toEqual([])
  })

  it('is never shown to the customer, on whose orders or by whichever filter', async () => {
    const { token, userId } = await member()
    // An order of the customer has the same id as another customer.
    const order = await shop.order(token, 1)
    const { id } = await note(ada.token, { type: 'Customer', id: userId }, 'A private word')
    await shop.deps.database.query('update comments set commentable_id = $1, public = true where id = $2', [
      order.id,
      id,
    ])
    for (const query of ['', `?commentable_id=${String(order.id)}`, '?commentable_type=Customer']) {
      const { body } = await shop.call('GET', `/v1/comments${query}`, { token })
      expect(CommentsReply.parse(body).comments).toEqual([])
    }
    expect((await shop.call('GET', `/v1/comments/${String(id)}`, { token })).status).toBe(404)
    const { body } = await shop.call('GET', `/v1/orders/${String(order.id)}`, { token })
    expect(JSON.stringify(body)).not.toContain('A private word')
  })

  it('cannot be public, and needs a customer', async () => {
    const { userId } = await member()
    const about = { type: 'Customer', id: userId } as const
    expect(await post(ada.token, about, 'For all', { public: true })).toMatchObject({
      status: 422,
      body: { public: ['A note on a customer is for staff alone'] },
    })
    expect(await post(ada.token, { type: 'Customer', id: 999_999 }, 'Who?')).toMatchObject({
      status: 422,
      body: { commentable_id: ['There is no such customer'] },
    })
  })

  it('is in the export of the account, and in no table after its erasure', async () => {
    const { token, userId } = await member()
    await note(ada.token, { type: 'Customer', id: userId }, 'Is afraid of heights')
    const exported = await shop.call('GET', '/v1/users/me/export', { token })
    expect(AccountExportReply.parse(exported.body).export.notes).toEqual([
      { body: 'Is afraid of heights', created_at: expect.any(String) },
    ])
    const body = { erasure: { password: PASSWORD, give_up_value: true } }
    expect((await shop.call('POST', '/v1/users/me/erasure', { token, body })).status).toBe(204)
    for (const table of ['comments', 'audit_log']) {
      const kept = `select count(*) from ${table} t where t::text like '%afraid of heights%'`
      expect(await shop.count(kept), table).toBe(0)
    }
  })

  it('moves to the account that is kept when two are merged', async () => {
    const [kept, merged] = [await member(), await member()]
    await note(ada.token, { type: 'Customer', id: merged.userId }, 'Speaks Portuguese')
    const customer_merge = { kept_id: kept.userId, merged_id: merged.userId }
    const { status } = await shop.call('POST', '/v1/customer_merges', {
      token: ada.token,
      body: { customer_merge },
    })
    expect(status).toBe(201)
    expect((await notesOf(kept.userId)).map(({ text }) => text)).toEqual(['Speaks Portuguese'])
    // A page that was open before the merge still writes to the right account.
    await note(ada.token, { type: 'Customer', id: merged.userId }, 'Prefers the left')
    expect(await notesOf(kept.userId)).toHaveLength(2)
  })
})
