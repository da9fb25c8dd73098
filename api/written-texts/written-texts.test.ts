import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { OrderPassengersReply, PassengerFormReply } from '#contract/passenger.ts'
import { WAIVER_VERSION } from '#contract/waiver.ts'
import {
  WrittenTextConflict,
  WrittenTextHistoryReply,
  WrittenTextsReply,
  type WrittenTextName,
} from '#contract/written-text.ts'
import { openPayingShop, type PayingShop, RETURN_URL } from '#tests/support/paying-shop.ts'
import { openStaffMember } from '#tests/support/staff-member.ts'
import { findCareWords } from '../store/care/compose-care-mail.ts'
import { readCatalogueVersion } from '../store/catalogue/read-catalogue.ts'

let shop: PayingShop
let admin: string
beforeAll(async () => {
  shop = await openPayingShop()
  admin = (await openStaffMember(shop.deps, 'admin')).token
}, 120_000)
afterAll(() => shop.close())

interface Words {
  name: WrittenTextName
  body: string
  brands?: { brand_id: number; version_was: number }[]
  note?: string
}
const write = (
  { name, body, brands = [{ brand_id: 1, version_was: 0 }], note = 'Why' }: Words,
  path = '/v1/written_text_versions',
  token: string | undefined = admin,
) => {
  const written_text = { name, brands, title: `Our ${name}`, summary: 'In short', body, note }
  return shop.call('POST', path, { ...(token === undefined ? {} : { token }), body: { written_text } })
}
const shown = async (brandId: number) => {
  const { body } = await shop.call('GET', `/v1/written_texts?brand_id=${String(brandId)}`)
  return WrittenTextsReply.parse(body).written_texts.map(({ name, version, body: text }) => [
    name,
    version,
    text,
  ])
}
const historyOf = async (brandId: number, name: WrittenTextName) => {
  const path = `/v1/written_texts/${String(brandId)}/${name}`
  return WrittenTextHistoryReply.parse((await shop.call('GET', path, { token: admin })).body)
}
const audited = () => shop.count("select count(*) from audit_log where resource = 'written_texts'")

describe('a version of a text', () => {
  test('is shown to everybody once it is saved, of its brand alone, and audited', async () => {
    const before = await readCatalogueVersion(shop.deps.database.db)
    expect(await shown(1)).toEqual([])
    const saved = await write({ name: 'press', body: '## One\r\n\r\nWords.  \r\n', note: 'The first' })
    expect(saved.status, JSON.stringify(saved.body)).toBe(201)
    expect(await shown(1)).toEqual([['press', 1, '## One\n\nWords.']])
    expect(await shown(2)).toEqual([])
    expect(await audited()).toBe(1)
    // Every kept page and answer leaves with this token.
    expect(await readCatalogueVersion(shop.deps.database.db)).not.toBe(before)
    const { newest, written_text_versions: versions } = await historyOf(1, 'press')
    expect(newest).toMatchObject({ version: 1, note: 'The first', body: '## One\n\nWords.' })
    expect(versions).toHaveLength(1)
  })

  test('may be for several brands at once, each with a number of its own', async () => {
    const brands = [
      { brand_id: 1, version_was: 1 },
      { brand_id: 2, version_was: 0 },
    ]
    expect((await write({ name: 'press', body: 'Both', brands })).status).toBe(201)
    expect(await shown(1)).toEqual([['press', 2, 'Both']])
    expect(await shown(2)).toEqual([['press', 1, 'Both']])
    const again = await write({
      name: 'press',
      body: 'Both',
      brands: brands.map((one) => ({ ...one, version_was: one.version_was + 1 })),
    })
    expect([again.status, again.body]).toEqual([
      422,
      { body: ['These are the words that are shown already. Change something first'] },
    ])
  })

  test('is not written over what somebody else saved, and none of its brands gets it then', async () => {
    const late = await write({
      name: 'press',
      body: 'Late',
      brands: [
        { brand_id: 2, version_was: 1 },
        { brand_id: 1, version_was: 1 },
      ],
    })
    expect(late.status).toBe(409)
    expect(late.body).toMatchObject({ code: 'changed_meanwhile' })
    expect(WrittenTextConflict.parse(late.body).written_text_version).toMatchObject({
      brand_id: 1,
      version: 2,
      body: 'Both',
    })
    expect(await shown(2)).toEqual([['press', 1, 'Both']])
  })

  test('comes back as a new one with the old words', async () => {
    const path = '/v1/written_text_versions/1/press/1'
    const { body } = await shop.call('GET', path, { token: admin })
    expect(body).toMatchObject({ written_text_version: { body: '## One\n\nWords.' } })
    const brands = [{ brand_id: 1, version_was: 2 }]
    expect((await write({ name: 'press', body: '## One\n\nWords.', brands })).status).toBe(201)
    expect((await historyOf(1, 'press')).written_text_versions.map(({ version }) => version)).toEqual([
      3, 2, 1,
    ])
  })

  test('stays as it was saved', async () => {
    const { database } = shop.deps
    const change = "update written_text_versions set body = 'Other'"
    await expect(database.query(change)).rejects.toThrow('only added to')
    await expect(database.query('delete from written_text_versions')).rejects.toThrow('only added to')
  })

  test('is refused with a sentence for each field, also by a preview, which keeps nothing', async () => {
    const before = await audited()
    for (const path of ['/v1/written_text_versions', '/v1/written_text_previews']) {
      const refused = await write({ name: 'faq', body: 'No questions' }, path)
      expect([refused.status, refused.body]).toEqual([
        422,
        {
          body: [
            'This stands under no question: No questions',
            'Write at least one subject with ## and a question with ### below it',
          ],
        },
      ])
    }
    const fine = await write({ name: 'faq', body: '## A\n\n### B?\n\nC.' }, '/v1/written_text_previews')
    expect([fine.status, fine.body]).toEqual([
      200,
      { written_text_preview: { brands: [{ brand_id: 1, version: 1 }] } },
    ])
    expect((await write({ name: 'faq', body: 'x', brands: [{ brand_id: 99, version_was: 0 }] })).status).toBe(
      404,
    )
    expect(await audited()).toBe(before)
    expect((await shown(1)).map(([name]) => name)).toEqual(['press'])
  })
})

test('staff read who saved what, admins write, and nobody else does either', async () => {
  const paths = [
    '/v1/written_text_versions',
    '/v1/written_texts/1/press',
    '/v1/written_text_versions/1/press/1',
  ]
  for (const role of ['admin', 'staff', 'pilot', 'agent'] as const) {
    const { token } = await openStaffMember(shop.deps, role)
    const reads = role === 'admin' || role === 'staff'
    for (const path of paths)
      expect((await shop.call('GET', path, { token })).status, `${role} ${path}`).toBe(reads ? 200 : 403)
    for (const path of ['/v1/written_text_versions', '/v1/written_text_previews'])
      expect((await write({ name: 'press', body: '# x' }, path, token)).status, `${role} ${path}`).toBe(
        role === 'admin' ? 422 : 403,
      )
  }
  expect((await shop.call('GET', '/v1/written_text_versions')).status).toBe(401)
  for (const path of ['/v1/written_texts/1/nothing', '/v1/written_text_versions/1/press/99'])
    expect((await shop.call('GET', path, { token: admin })).status, path).toBe(404)
})

describe('the waiver', () => {
  const formOf = async (link: string) =>
    PassengerFormReply.parse((await shop.call('GET', `/v1/passenger_links/${link}`)).body).passenger_form
  const sign = (link: string, version: string) => {
    const waiver = { version, signature: 'Ada Lind', accepted: true }
    return shop.call('PUT', `/v1/passenger_links/${link}`, {
      body: { passenger_form: { full_name: 'Ada Lind', waiver } },
    })
  }

  test('is signed in its newest version, and what was signed keeps its words', async () => {
    const token = await shop.guest('party@example.com')
    const order = await shop.order(token, 2)
    const how = { stripe_source: 'pm_card_visa', return_url: RETURN_URL }
    expect((await shop.pay(token, order, how)).status).toBe(201)
    const list = await shop.call('GET', `/v1/orders/${String(order.id)}/passengers`, { token })
    const [first = '', second = ''] = OrderPassengersReply.parse(list.body).passengers.map(
      ({ link }) => new URL(link ?? '').pathname.split('/').at(-1) ?? '',
    )
    expect((await formOf(first)).waiver_text).toEqual({ version: WAIVER_VERSION, words: null })
    expect((await sign(first, WAIVER_VERSION)).status).toBe(200)

    expect((await write({ name: 'waiver', body: 'I fly of my own will.' })).status).toBe(201)
    expect((await formOf(second)).waiver_text).toMatchObject({
      version: '1.1',
      words: { title: 'Our waiver', body: 'I fly of my own will.' },
    })
    // Whoever had read the former text reads the new one first.
    const former = await sign(second, WAIVER_VERSION)
    expect(former.status).toBe(409)
    expect(JSON.stringify(former.body)).toContain('The waiver was changed while you were reading')
    expect((await sign(second, '1.1')).status).toBe(200)

    const brands = [{ brand_id: 1, version_was: 1 }]
    expect((await write({ name: 'waiver', body: 'Other words.', brands })).status).toBe(201)
    expect(await formOf(second)).toMatchObject({
      waiver: { version: '1.1' },
      waiver_text: { version: '1.1', words: { body: 'I fly of my own will.' } },
    })
    expect((await formOf(first)).waiver_text).toEqual({ version: WAIVER_VERSION, words: null })
  })
})

test('a mail takes the newest words of its brand and occasion, which no page shows', async () => {
  for (const [was, body] of ['Former words', 'Thank you.'].entries())
    expect(
      (await write({ name: 'mail-after-flight', body, brands: [{ brand_id: 1, version_was: was }] })).status,
    ).toBe(201)
  expect(await findCareWords(shop.deps, { brandId: 1, occasion: 'after_flight' })).toBe('Thank you.')
  expect(await findCareWords(shop.deps, { brandId: 2, occasion: 'after_flight' })).toBe('')
  expect((await shown(1)).map(([name]) => name)).not.toContain('mail-after-flight')
})
