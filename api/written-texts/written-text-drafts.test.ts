import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  WrittenTextDraftConflict,
  WrittenTextDraftsReply,
  WrittenTextHistoryReply,
  type WrittenTextName,
  WrittenTextsReply,
} from '#contract/written-text.ts'
import { openStaffMember } from '#tests/support/staff-member.ts'
import { openPayingShop, type PayingShop } from '#tests/support/paying-shop.ts'
import { readCatalogueVersion } from '../store/catalogue/read-catalogue.ts'
import { publishDueTexts } from './publish-due-texts.ts'

const MINUTE = 60_000
let shop: PayingShop
let ada: { token: string; userId: number }
let ben: { token: string; userId: number }
beforeAll(async () => {
  shop = await openPayingShop()
}, 120_000)
// Staff who do nothing for a while are signed out.
beforeEach(async () => {
  ada = await openStaffMember(shop.deps, 'admin')
  ben = await openStaffMember(shop.deps, 'admin')
})
afterAll(() => shop.close())

const inMinutes = (minutes: number) => new Date(shop.clock.now().getTime() + minutes * MINUTE).toISOString()

interface Words {
  name?: WrittenTextName
  body?: string
  title?: string
  note?: string
  publish_at?: string | null
  sign_again?: boolean
  brands?: { brand_id: number; version_was: number; draft_was?: number }[]
}
const send = (path: string, words: Words, token = ada.token) => {
  const written_text = {
    ...{ name: 'press', title: 'Press', summary: 'In short', body: 'Words.', note: 'Why' },
    brands: [{ brand_id: 1, version_was: 0, draft_was: 0 }],
    ...words,
  }
  return shop.call('POST', path, { token, body: { written_text } })
}
const keep = (words: Words, token?: string) =>
  send('/v1/written_text_drafts', { publish_at: null, ...words }, token)
const save = (words: Words, token?: string) => send('/v1/written_text_versions', words, token)
const drop = (id: number, token = ada.token) =>
  shop.call('DELETE', `/v1/written_text_drafts/${String(id)}`, { token })
const historyOf = async (name: WrittenTextName = 'press', brandId = 1) => {
  const path = `/v1/written_texts/${String(brandId)}/${name}`
  return WrittenTextHistoryReply.parse((await shop.call('GET', path, { token: ada.token })).body)
}
const shown = async (name: WrittenTextName = 'press', brandId = 1) => {
  const { body } = await shop.call('GET', `/v1/written_texts?brand_id=${String(brandId)}`)
  return WrittenTextsReply.parse(body).written_texts.find((text) => text.name === name)?.body
}
const listed = async () => {
  const { body } = await shop.call('GET', '/v1/written_text_drafts', { token: ada.token })
  return WrittenTextDraftsReply.parse(body).written_text_drafts
}
const auditOf = async (resource: string) =>
  (
    await shop.deps.database.query(
      'select user_id, action, at, after from audit_log where resource = $1 order by id desc limit 1',
      [resource],
    )
  ).rows[0]

describe('a draft', () => {
  test('may be unfinished, is seen by staff alone, and is replaced when it is saved again', async () => {
    const token = await readCatalogueVersion(shop.deps.database.db)
    const kept = await keep({ title: '', body: 'Half a {{sentence', note: '' })
    expect(kept.status, JSON.stringify(kept.body)).toBe(201)
    const { draft, newest } = await historyOf()
    expect(newest).toBeNull()
    expect(draft).toMatchObject({
      version_was: 0,
      publish_at: null,
      missed_at: null,
      body: 'Half a {{sentence',
    })
    expect(await shown()).toBeUndefined()
    // Nothing that is kept for shoppers leaves.
    expect(await readCatalogueVersion(shop.deps.database.db)).toBe(token)

    const brands = [{ brand_id: 1, version_was: 0, draft_was: draft?.id ?? 0 }]
    expect((await keep({ body: 'A sentence.', brands }, ben.token)).status).toBe(201)
    const list = await listed()
    expect(list).toHaveLength(1)
    expect(list[0]?.id).not.toBe(draft?.id)
    expect((await historyOf()).draft).toMatchObject({ body: 'A sentence.' })
    expect(await auditOf('written_text_drafts')).toMatchObject({ user_id: ben.userId, action: 'change' })
  })

  test('is not written over by whoever has not seen it, nor by a version saved beside it', async () => {
    for (const late of [await keep({ body: 'Late' }), await save({ body: 'Late' })]) {
      expect([late.status, late.body]).toMatchObject([409, { code: 'changed_meanwhile' }])
      expect(WrittenTextDraftConflict.parse(late.body).written_text_draft).toMatchObject({
        body: 'A sentence.',
      })
    }
    expect((await historyOf()).draft?.body).toBe('A sentence.')
  })

  test('is thrown away once, by whoever has seen it as it is', async () => {
    const id = (await historyOf()).draft?.id ?? 0
    expect((await drop(id + 1)).status).toBe(404)
    expect((await drop(id, ben.token)).status).toBe(204)
    expect(await auditOf('written_text_drafts')).toMatchObject({ user_id: ben.userId, action: 'remove' })
    expect((await drop(id)).status).toBe(404)
    const late = await keep({ brands: [{ brand_id: 1, version_was: 0, draft_was: id }] })
    expect(late.status).toBe(409)
    expect(JSON.stringify(late.body)).toContain('was thrown away or published meanwhile')
    expect(await listed()).toEqual([])
  })

  test('goes when its words are saved, and stays when somebody saves without a word about it', async () => {
    await keep({ body: 'Of a draft.' })
    const id = (await historyOf()).draft?.id ?? 0
    expect((await save({ body: 'Other.', brands: [{ brand_id: 1, version_was: 0 }] })).status).toBe(201)
    expect((await historyOf()).draft).toMatchObject({ id, version_was: 0 })
    const brands = [{ brand_id: 1, version_was: 1, draft_was: id }]
    expect((await save({ body: 'Of a draft.', brands })).status).toBe(201)
    expect(await historyOf()).toMatchObject({ draft: null, newest: { version: 2, body: 'Of a draft.' } })
  })
})

describe('a planned text', () => {
  test('is checked as a saved one is, with a time that lies ahead within a year', async () => {
    const wrong: [Words, string][] = [
      [{ publish_at: inMinutes(0) }, 'Choose a time that lies ahead'],
      [{ publish_at: inMinutes(24 * 60 * 367) }, 'Choose a time within a year'],
      [{ publish_at: inMinutes(5), note: '' }, 'Say in a few words what changed'],
      [{ publish_at: inMinutes(5), body: '<b>' }, 'Write no HTML'],
      [{ publish_at: inMinutes(5), sign_again: true }, 'Only a waiver is signed'],
    ]
    for (const [words, sentence] of wrong) {
      const refused = await keep({ name: 'about-us', ...words })
      expect([refused.status, JSON.stringify(refused.body)], sentence).toEqual([
        422,
        expect.stringContaining(sentence),
      ])
    }
    expect((await keep({ brands: [{ brand_id: 99, version_was: 0 }] })).status).toBe(404)
    expect(await listed()).toEqual([])
  })

  test('becomes public by itself at its time, once, under the name of who planned it', async () => {
    const at = inMinutes(5)
    const brands = [1, 2].map((id) => ({ brand_id: id, version_was: 0, draft_was: 0 }))
    expect(
      (await keep({ name: 'about-us', body: 'We flew.', brands, publish_at: at }, ben.token)).status,
    ).toBe(201)
    expect((await listed()).map(({ brand_id: id, publish_at }) => [id, publish_at])).toEqual([
      [1, at],
      [2, at],
    ])
    shop.clock.advance(4)
    await shop.runDueNow()
    expect(await shown('about-us')).toBeUndefined()

    const token = await readCatalogueVersion(shop.deps.database.db)
    shop.clock.advance(1)
    await Promise.all([publishDueTexts(shop.deps), publishDueTexts(shop.deps)])
    await shop.runDueNow()
    expect([await shown('about-us', 1), await shown('about-us', 2)]).toEqual(['We flew.', 'We flew.'])
    expect(await readCatalogueVersion(shop.deps.database.db)).not.toBe(token)
    const { written_text_versions: versions, draft } = await historyOf('about-us')
    expect(draft).toBeNull()
    expect(versions.map(({ version, saved_at, note }) => [version, saved_at, note])).toEqual([[1, at, 'Why']])
    expect(await auditOf('written_texts')).toMatchObject({
      ...{ user_id: ben.userId, action: 'change' },
      after: { version: 1, note: 'Why' },
    })
    expect(await listed()).toEqual([])
  })

  test('is not written over what somebody saved meanwhile: it is a draft again, and says so', async () => {
    const brands = [{ brand_id: 1, version_was: 1, draft_was: 0 }]
    expect(
      (await keep({ name: 'about-us', body: 'Planned.', brands, publish_at: inMinutes(5) })).status,
    ).toBe(201)
    const between = { name: 'about-us' as const, body: 'Between.', brands: [{ brand_id: 1, version_was: 1 }] }
    expect((await save(between, ben.token)).status).toBe(201)
    shop.clock.advance(6)
    await shop.runDueNow()
    await shop.runDueNow()
    const { draft, newest } = await historyOf('about-us')
    expect(newest).toMatchObject({ version: 2, body: 'Between.' })
    expect(draft).toMatchObject({
      ...{ body: 'Planned.', version_was: 1, publish_at: null },
      missed_at: shop.clock.now().toISOString(),
    })
    // It is planned anew against what stands there now.
    const next = [{ brand_id: 1, version_was: 2, draft_was: draft?.id ?? 0 }]
    expect(
      (await keep({ name: 'about-us', body: 'Planned.', brands: next, publish_at: inMinutes(5) })).status,
    ).toBe(201)
    shop.clock.advance(6)
    await shop.runDueNow()
    expect(await shown('about-us')).toBe('Planned.')
  })

  test('that is thrown away is never published', async () => {
    const brands = [{ brand_id: 1, version_was: 3, draft_was: 0 }]
    await keep({ name: 'about-us', body: 'Never.', brands, publish_at: inMinutes(5) })
    const id = (await historyOf('about-us')).draft?.id ?? 0
    expect((await drop(id, ben.token)).status).toBe(204)
    shop.clock.advance(6)
    await shop.runDueNow()
    expect(await shown('about-us')).toBe('Planned.')
  })
})

test('staff read drafts, admins write them, and nobody else does either', async () => {
  for (const role of ['admin', 'staff', 'pilot', 'agent'] as const) {
    const { token } = await openStaffMember(shop.deps, role)
    const reads = role === 'admin' || role === 'staff'
    expect((await shop.call('GET', '/v1/written_text_drafts', { token })).status, role).toBe(
      reads ? 200 : 403,
    )
    const isAdmin = role === 'admin'
    expect((await keep({ body: '', publish_at: inMinutes(5) }, token)).status, role).toBe(isAdmin ? 422 : 403)
    expect((await drop(1, token)).status, role).toBe(isAdmin ? 404 : 403)
  }
  expect((await shop.call('GET', '/v1/written_text_drafts')).status).toBe(401)
})
