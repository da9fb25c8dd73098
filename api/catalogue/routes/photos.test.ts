import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ProductReply } from '#contract/catalogue.ts'
import { PhotoReply } from '#contract/photo.ts'
import { PHOTO_FORMATS } from '#contract/photo-files.ts'
import { ProductSheetPreviewReply, ProductSheetReply } from '#contract/product-sheet.ts'
import { cleanUp } from '#api/platform/clean-up.ts'
import { makePhonePhoto, makePhoto } from '#tests/support/make-photo.ts'
import { guestToken, logIn, openShop } from '#tests/support/shopper.ts'
import { type TestApi } from '#tests/support/test-api.ts'

let shop: TestApi
let staff: string
let picture: Buffer
beforeAll(async () => {
  ;({ shop } = await openShop())
  staff = await logIn(shop, 'staff@example.com')
  picture = await makePhonePhoto()
})
afterAll(() => shop.close())

const upload = (bytes: Uint8Array, token: string | undefined = staff, type = 'image/jpeg') =>
  shop.api.fetch(
    new Request('http://v1.internal/v1/photos', {
      method: 'POST',
      headers: { 'Content-Type': type, ...(token ? { Authorization: `Bearer ${token}` } : {}) },
      body: new Uint8Array(bytes),
    }),
  )
const idOf = async (answer: Response) => {
  expect(answer.status).toBe(201)
  return PhotoReply.parse(await answer.json()).photo.id
}
const file = (name: string) =>
  shop.api.fetch(new Request(`http://v1.internal/v1/photo_files/${encodeURIComponent(name)}`))
const change = (fields: object, headers = {}) =>
  shop.call('PATCH', '/v1/product_sheets/6', { token: staff, body: { product_sheet: fields }, headers })
const shown = async () =>
  ProductReply.parse((await shop.call('GET', '/v1/products/6?selling_brand_id=1')).body).product
const count = async (sql: string) => Number((await shop.deps.database.query(sql)).rows[0]?.['n'])

describe('a photo of a product', () => {
  it('is shown once it is saved with words, cut around its focal point, and kept for ever', async () => {
    const photo = await idOf(await upload(picture))
    expect(await shown()).toMatchObject({ photo: null, photo_focal: 'center', photo_alt: '' })
    const wordless = await change({ photo })
    expect(wordless).toMatchObject({
      status: 422,
      body: { photo_alt: ['Please say what the photo shows, for those who do not see it'] },
    })
    const fields = { photo, photo_alt: 'A helicopter above the harbor', photo_focal: 'left' }
    const saved = await change(fields)
    expect(saved.status).toBe(200)
    expect(ProductSheetReply.parse(saved.body).product_sheet).toMatchObject({
      product: fields,
      preview: { card: fields },
      photo,
    })
    expect(await shown()).toMatchObject(fields)

    for (const [format, { widths }] of Object.entries(PHOTO_FORMATS)) {
      for (const width of widths) {
        const answer = await file(`${photo}-left-${format}-${String(width)}.avif`)
        expect(answer.status).toBe(200)
        expect(answer.headers.get('Content-Type')).toBe('image/avif')
        expect(answer.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable')
        expect(answer.headers.get('X-Content-Type-Options')).toBe('nosniff')
        expect(answer.headers.get('Content-Length')).toBe(String((await answer.arrayBuffer()).byteLength))
      }
    }
    const square = await file(`${photo}-left-square-800.jpg`)
    expect(square.headers.get('Content-Type')).toBe('image/jpeg')
    const bytes = Buffer.from(await square.arrayBuffer())
    expect(bytes.includes('Pine St')).toBe(false)
    const { width, height } = await sharp(bytes).metadata()
    expect([width, height]).toEqual([800, 800])
    expect((await file(`${photo}-whole-640.jpg`)).status).toBe(200)
    for (const unknown of [
      `${photo}-right-card-800.jpg`,
      `${photo}-left-card-801.jpg`,
      `${'0'.repeat(32)}-left-card-800.jpg`,
      '../photos',
    ])
      expect((await file(unknown)).status, unknown).toBe(404)
  })

  it('is the same photo when the same file is uploaded again, and is made once', async () => {
    const photo = await idOf(await upload(picture))
    const before = await count('select count(*) as n from photo_files')
    expect(await idOf(await upload(picture))).toBe(photo)
    await change({ photo, photo_alt: 'The harbor', photo_focal: 'left' })
    expect(await count('select count(*) as n from photo_files')).toBe(before)
  })

  it('is previewed with another focal point and written with its author in the audit log', async () => {
    const photo = await idOf(await upload(picture))
    await change({ photo, photo_alt: 'The harbor', photo_focal: 'left' })
    const version = async () => (await shop.call('GET', '/v1/version')).body
    const before = await version()
    const seen = await change({ photo_focal: 'bottom_right', preview: true })
    expect(ProductSheetPreviewReply.parse(seen.body).product_sheet_preview.card).toMatchObject({
      photo,
      photo_focal: 'bottom_right',
    })
    expect((await file(`${photo}-bottom_right-card-400.jpg`)).status).toBe(200)
    expect(await shown()).toMatchObject({ photo_focal: 'left' })
    expect(await version()).toEqual(before)

    const saved = await shop.call('PATCH', '/v1/products/6', {
      token: staff,
      body: { product: { photo_focal: 'bottom_right' } },
    })
    expect(saved.status).toBe(200)
    expect(await version()).not.toEqual(before)
    const { rows } = await shop.deps.database.query(
      "select before, after, user_id from audit_log where resource = 'products' order by id desc limit 1",
    )
    expect(rows[0]).toMatchObject({
      before: { photo_focal: 'left' },
      after: { photo_focal: 'bottom_right' },
      user_id: expect.any(Number) as number,
    })
  })

  it('is taken away, and the drawn scene is back', async () => {
    const photo = await idOf(await upload(picture))
    await change({ photo, photo_alt: 'The harbor' })
    expect((await change({ photo: null, photo_alt: '' })).status).toBe(200)
    expect(await shown()).toMatchObject({ photo: null, photo_alt: '' })
  })

  it('must be one that was uploaded', async () => {
    const answer = await change({ photo: 'a'.repeat(32), photo_alt: 'Nothing' })
    expect(answer).toMatchObject({
      status: 422,
      body: { photo: ['There is no such photo any more. Please upload it again'] },
    })
    expect(await change({ photo: '../../etc/passwd' })).toMatchObject({ status: 422 })
  })
})

describe('an upload', () => {
  const refusal = async (answer: Response) => ({ status: answer.status, body: await answer.json() })

  it('is refused with a sentence when it is no picture, too small, or too large', async () => {
    expect(await refusal(await upload(Buffer.from('no picture')))).toMatchObject({
      status: 422,
      body: { photo: [expect.stringContaining('Must be a JPEG, PNG, WebP or AVIF picture')] },
    })
    expect(await refusal(await upload(picture, staff, 'text/plain'))).toMatchObject({ status: 422 })
    expect(await refusal(await upload(await makePhoto(800, 600).jpeg().toBuffer()))).toMatchObject({
      status: 422,
      body: { photo: ['Must be at least 1,600 by 900 pixels, or it would be blurred on large screens'] },
    })
    const large = Buffer.concat([picture, Buffer.alloc(15_000_000)])
    expect(await refusal(await upload(large))).toEqual({
      status: 422,
      body: { photo: ['Must be 15 MB at most'] },
    })
  })

  it('is for staff alone', async () => {
    expect((await upload(picture, '')).status).toBe(401)
    expect((await upload(picture, await guestToken(shop))).status).toBe(403)
    expect((await upload(picture, await logIn(shop, 'customer@example.com'))).status).toBe(403)
  })
})

describe('photos that no product shows', () => {
  it('are deleted after a week, with former cuts, and one that is shown stays', async () => {
    const never = await idOf(await upload(await makePhoto(1700, 1000).jpeg().toBuffer()))
    const photo = await idOf(await upload(picture))
    await change({ photo, photo_alt: 'The harbor', photo_focal: 'top' })
    await change({ photo_focal: 'bottom' })
    const names = [
      `${never}-whole-640.jpg`,
      `${photo}-top-card-400.jpg`,
      `${photo}-bottom-card-400.jpg`,
      `${photo}-whole-640.jpg`,
    ]
    const stored = async () => {
      const { rows } = await shop.deps.database.query('select name from photo_files where name = any($1)', [
        names,
      ])
      return names.filter((name) => rows.some((row) => row['name'] === name))
    }
    const DAY = 24 * 3_600_000
    const later = async (days: number) => {
      shop.clock.set(new Date(shop.clock.now().getTime() + days * DAY))
      await cleanUp(shop.deps)
      return stored()
    }
    expect(await later(6)).toEqual(names)
    expect(await later(2)).toEqual([names[2], names[3]])
    expect(await shown()).toMatchObject({ photo, photo_focal: 'bottom' })
    staff = await logIn(shop, 'staff@example.com')
    await change({ photo: null, photo_alt: '' })
    expect(await later(6)).toEqual([names[2], names[3]])
    expect(await later(3)).toEqual([])
    expect(await count('select count(*) as n from photos')).toBe(0)
  })
})
