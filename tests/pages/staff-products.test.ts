import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { makePhonePhoto, makePhoto } from '#tests/support/make-photo.ts'
import { openPayingShop, type PayingShop } from '#tests/support/paying-shop.ts'
import { type Browser, openShopPages } from '#tests/support/shop-pages.ts'
import { logIn } from '#tests/support/shopper.ts'

// The test loads the whole shop once, and the machine may be busy.
vi.setConfig({ hookTimeout: 120_000, testTimeout: 60_000 })

let shop: PayingShop
let staff: Browser
beforeAll(async () => {
  shop = await openPayingShop()
  const pages = await openShopPages(shop)
  staff = await pages.browser({ token: await logIn(shop, 'staff@example.com') })
})
afterAll(() => shop.close())

type Entry = [name: string, value: string]
const NEW = '/staff/products/new'

const plain = (text: string) =>
  text
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
const mainOf = (html: string) =>
  plain(/<main.*<\/main>/s.exec(html)?.[0] ?? '')
    .replaceAll('<!-- -->', '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
const attribute = (tag: string, name: string) => plain(new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1] ?? '')

/** What a browser would send of the page's form, with other values for some fields. */
function fill(html: string, typed: Record<string, string | string[]>, intent: string): Entry[] {
  const form = /<form method="post" class="form product-form".*?<\/form>/s.exec(html)?.[0] ?? ''
  const entries: Entry[] = []
  for (const [tag] of form.matchAll(/<input[^>]*>/g)) {
    const isBox = /type="(?:checkbox|radio)"/.test(tag)
    if (!isBox || tag.includes(' checked')) entries.push([attribute(tag, 'name'), attribute(tag, 'value')])
  }
  for (const [, tag = '', text = ''] of form.matchAll(/<textarea([^>]*)>(.*?)<\/textarea>/gs)) {
    entries.push([attribute(tag, 'name'), plain(text).replace(/^\n/, '')])
  }
  for (const [, tag = '', options = ''] of form.matchAll(/<select([^>]*)>(.*?)<\/select>/gs)) {
    const chosen =
      /<option[^>]* selected[^>]*>/.exec(options)?.[0] ?? /<option[^>]*>/.exec(options)?.[0] ?? ''
    entries.push([attribute(tag, 'name'), attribute(chosen, 'value')])
  }
  const kept = entries.filter(([name]) => !(name in typed))
  const changed = Object.entries(typed).flatMap(([name, value]) =>
    [value].flat().map((one): Entry => [name, one]),
  )
  return [...kept, ...changed, ['intent', intent]]
}

const EVERY_DAY = (time: string) => [0, 1, 2, 3, 4, 5, 6].map((day) => `${time} ${String(day)}`)
const LOOP = {
  name: 'Lighthouse Loop',
  subtitle: 'Out to the light and back.',
  place: 'jersey',
  seat_price: '150',
  flight_duration_mins: '15',
  departure_terminal_id: '1',
  aircraft_type_id: '1',
  brand_id: '1',
}

async function make(over: Record<string, string | string[]> = {}): Promise<string> {
  const { html } = await staff.get(NEW)
  const made = await staff.post(NEW, fill(html, { ...LOOP, fly: EVERY_DAY('06:05'), ...over }, 'sell'))
  expect(made.status, mainOf(made.html)).toBe(303)
  return (made.location ?? '').replace(/\?.*/, '')
}

describe('the list of products', () => {
  test('shows picture, state in words, next departure, load and price, and is small', async () => {
    const { html } = await staff.get('/staff/products')
    const text = mainOf(html)
    expect(text).toMatch(/The New Yorker Loft & Rotor On sale \S.* left \d+ of \d+, \d+% \$\d+\.\d\d/)
    expect(html).toMatch(/<img src="\/art\/[^"]+-card-6\.svg" alt=""/)
    expect(gzipSync(html).length).toBeLessThan(12_000)
  })

  test('is narrowed to a state and a brand, and says when nothing is like that', async () => {
    const tidewater = mainOf((await staff.get('/staff/products?brand=2')).html)
    expect(tidewater).not.toContain('The New Yorker')
    expect(tidewater).toContain('Miami')
    expect(mainOf((await staff.get('/staff/products?state=hidden')).html)).toContain(
      'No product is like that.',
    )
  })

  test('is where the menu and the letter of products lead', async () => {
    const { html } = await staff.get('/staff/products')
    expect(html).toMatch(/<a href="\/staff\/products" aria-current="page">Products</)
    expect(html).toMatch(/<a href="\/staff\/products" data-letter="p">/)
  })
})

test('a price below half of what it was is asked for, and saved once an admin approves', async () => {
  const path = await make({ name: 'Half of it' })
  const { html } = await staff.get(path)
  const refused = await staff.post(path, fill(html, { seat_price: '10' }, 'save'))
  expect(refused.status).toBe(403)
  expect(refused.html).toMatch(/<button[^>]*value="ask"[^>]*>Ask for approval/)
  const asked = await staff.post(path, fill(refused.html, {}, 'ask'))
  expect(asked).toMatchObject({ status: 303, location: `${path}?asked=waits` })
  expect(mainOf((await staff.get(`${path}?asked=waits`)).html)).toContain(
    'A colleague has to approve this now',
  )
  const price = "select seat_price_cents from products where name = 'Half of it'"
  expect(await shop.count(price)).toBe(15_000)
  const pages = await openShopPages(shop)
  const admin = await pages.browser({ token: await logIn(shop, 'admin@example.com') })
  const waiting = (await admin.get('/staff/approvals')).html
  expect(waiting).toContain(`<a href="${path}">Price of a product</a>`)
  const approval = /name="approval" value="(\d+)"/.exec(waiting)?.[1] ?? ''
  expect((await admin.post('/staff/approvals', { approval, intent: 'approve' })).status).toBe(303)
  expect(await shop.count(price)).toBe(1_000)
})

describe('a new product', () => {
  test('is shown as the shop will show it before it is saved', async () => {
    const { html } = await staff.get(NEW)
    const seen = await staff.post(NEW, fill(html, { ...LOOP, new_time: '06:05' }, 'preview'))
    expect(seen.status).toBe(200)
    const text = mainOf(seen.html)
    expect(text).toMatch(/Shoppers see \$\d+\.\d\d ?: 150\.00 \+ /)
    expect(text).toContain('Saving adds 7 departures a week from today')
    expect(text).toContain('15 minutes from Kearny Heliport. Out to the light and back.')
    expect(await shop.count("select count(*) from products where name = 'Lighthouse Loop'")).toBe(0)
  })

  test('keeps what was typed while a time is added, and asks for nothing yet', async () => {
    const { html } = await staff.get(NEW)
    const typed = { name: 'Half done', new_time: '9:30', new_sunset: '' }
    const added = await staff.post(NEW, fill(html, typed, 'add'))
    expect(added.status).toBe(200)
    expect(added.html).toContain('value="Half done"')
    expect(added.html).not.toContain('id="errors"')
    expect(added.html.match(/checked="" value="09:30 \d"/g)).toHaveLength(7)
    const twice = await staff.post(NEW, fill(added.html, { new_sunset: '-60' }, 'add'))
    expect(mainOf(twice.html)).toMatch(/9:30 am Sunset −60 min/)
  })

  test('is in the shop after one save, and hidden and back with one press each', async () => {
    const path = await make()
    const page = await staff.get(`${path}?done=made`)
    expect(mainOf(page.html)).toContain('Saved. It is in the shop.')
    expect(mainOf(page.html)).toMatch(/Last change .* by /)
    expect(gzipSync(page.html).length).toBeLessThan(12_000)
    expect((await staff.get('/product/lighthouse-loop')).status).toBe(200)
    const hidden = await staff.post(path, fill(page.html, {}, 'hide'))
    expect(hidden.location).toBe(`${path}?done=hidden`)
    expect((await staff.get('/product/lighthouse-loop')).status).toBe(404)
    const undone = await staff.get(hidden.location ?? '')
    expect(mainOf(undone.html)).toContain('Hidden from the shop. Who is booked flies. Undo')
    expect((await staff.post(path, { intent: 'sell' })).location).toBe(`${path}?done=sold`)
    expect((await staff.get('/product/lighthouse-loop')).status).toBe(200)
  })

  test('with wrong values has a sentence at each field and keeps everything that was typed', async () => {
    const { html } = await staff.get(NEW)
    const wrong = {
      ...{ name: '', subtitle: 'Stays typed', seat_price: 'a lot', flight_duration_mins: '0' },
      ...{ departure_terminal_id: '', aircraft_type_id: '1', new_time: '25:00' },
    }
    const refused = await staff.post(NEW, fill(html, { ...wrong, fly: ['08:00 3'] }, 'sell'))
    expect(refused.status).toBe(422)
    for (const name of ['name', 'seat_price', 'flight_duration_mins', 'departure_terminal_id', 'new_time'])
      expect(refused.html, name).toContain(`id="${name}-error"`)
    for (const value of ['Stays typed', 'a lot', '25:00'])
      expect(refused.html, value).toContain(`value="${value}"`)
    expect(refused.html).toMatch(/checked="" value="08:00 3"/)
    const taken = await staff.post(NEW, fill(html, { ...LOOP, slug: 'the-new-yorker' }, 'sell'))
    expect(taken.status).toBe(422)
    expect(taken.html).toMatch(/id="slug-error".*This is taken already/s)
  })
})

describe('a product that somebody changes', () => {
  test('is sold until the end of its last day, and untouched days stay as they are', async () => {
    const path = await make({ name: 'Season', slug: 'season', publish_until: '2098-03-31' })
    const id = path.split('/').at(-1)
    const until = async () => {
      const { rows } = await shop.deps.database.query(
        `select to_char(publish_until at time zone 'America/New_York', 'YYYY-MM-DD HH24:MI') as at
          from products where id = $1`,
        [id],
      )
      return rows[0]?.['at']
    }
    expect(await until()).toBe('2098-04-01 00:00')
    const page = await staff.get(path)
    expect(page.html).toContain('value="2098-03-31"')
    const saved = await staff.post(path, fill(page.html, { subtitle: 'Another line' }, 'save'))
    expect(saved.location).toBe(`${path}?done=saved`)
    expect(await until()).toBe('2098-04-01 00:00')
  })

  test('has minutes until check-in and until guests are late, and a rule for who does not come', async () => {
    const path = await make({ name: 'Punctual', slug: 'punctual' })
    const rules = async () =>
      (
        await shop.deps.database.query(
          "select check_in_mins, late_mins, no_show, no_show_percent from products where slug = 'punctual'",
        )
      ).rows[0]
    expect(await rules()).toEqual({
      check_in_mins: 45,
      late_mins: null,
      no_show: 'nothing',
      no_show_percent: 50,
    })
    const save = async (check: string, late: string) => {
      const { html } = await staff.get(path)
      return staff.post(
        path,
        fill(
          html,
          { check_in_mins: check, late_mins: late, no_show: 'credit', no_show_percent: '70' },
          'save',
        ),
      )
    }
    expect((await save('30', '15')).status).toBe(303)
    expect(await rules()).toMatchObject({
      check_in_mins: 30,
      late_mins: 15,
      no_show: 'credit',
      no_show_percent: 70,
    })
    const refused = await save('30', '601')
    expect(refused.status).toBe(422)
    expect(refused.html).toContain('value="601"')
    expect((await save('30', '')).status).toBe(303)
    expect(await rules()).toMatchObject({ check_in_mins: 30, late_mins: null })
  })

  test('by two members of staff shows both values and loses none of them', async () => {
    const path = await make({ name: 'Both', slug: 'both' })
    const [mine, theirs] = [(await staff.get(path)).html, (await staff.get(path)).html]
    const other = { seat_price: '170', subtitle: 'Theirs', fly: EVERY_DAY('06:05').slice(1) }
    expect((await staff.post(path, fill(theirs, other, 'save'))).status).toBe(303)
    const own = { seat_price: '160', description: 'Mine', fly: [...EVERY_DAY('06:05'), '07:15 2'] }
    const late = await staff.post(path, fill(mine, own, 'save'))
    expect(late.status).toBe(409)
    const text = mainOf(late.html)
    expect(text).toContain('Somebody else wrote: 170')
    expect(text).toContain('Sunday 6:05 am no longer flies.')
    for (const value of ['160', 'Theirs']) expect(late.html).toContain(`value="${value}"`)
    expect(await shop.count("select seat_price_cents from products where slug = 'both'")).toBe(17_000)
    expect((await staff.post(path, fill(late.html, {}, 'save'))).status).toBe(303)
    const { rows } = await shop.deps.database.query(
      "select seat_price_cents, subtitle, description from products where slug = 'both'",
    )
    expect(rows).toEqual([{ seat_price_cents: 16_000, subtitle: 'Theirs', description: 'Mine' }])
    const now = (await staff.get(path)).html
    expect(now).not.toMatch(/checked="" value="06:05 0"/)
    expect(now).toMatch(/checked="" value="07:15 2"/)
  })

  test('is hidden at once, and what else was typed stays typed', async () => {
    const path = await make({ name: 'Typed', slug: 'typed' })
    const { html } = await staff.get(path)
    const hidden = await staff.post(path, fill(html, { subtitle: 'Not saved' }, 'hide'))
    expect(hidden.status).toBe(200)
    expect(mainOf(hidden.html)).toContain('What you changed below is not saved yet.')
    expect(hidden.html).toContain('value="Not saved"')
    const typed = "select count(*) from products where slug = 'typed'"
    expect(
      await shop.count(`${typed} and publish_status = 'draft' and subtitle = 'Out to the light and back.'`),
    ).toBe(1)
    expect((await staff.post(path, fill(hidden.html, {}, 'save'))).status).toBe(303)
    expect(await shop.count(`${typed} and subtitle = 'Not saved'`)).toBe(1)
  })

  test('that does not exist is not found', async () => {
    for (const path of ['/staff/products/999999', '/staff/products/nothing'])
      expect((await staff.get(path)).status, path).toBe(404)
  })
})

describe('the own photo of a product', () => {
  const ALT = 'A helicopter above the harbor at dusk'

  /** The page's form as a browser sends it with a chosen file. */
  function withFile(entries: readonly Entry[], file: Uint8Array, name = 'harbor.jpg'): FormData {
    const form = new FormData()
    for (const [key, value] of entries) if (key !== 'photo_file') form.append(key, value)
    form.append('photo_file', new File([new Uint8Array(file)], name, { type: 'image/jpeg' }))
    return form
  }
  const photoIn = (html: string) => /name="photo" value="([0-9a-f]*)"/.exec(html)?.[1]

  test('comes with a new product, and is its card, the head of its page and its shared picture', async () => {
    const { html } = await staff.get(NEW)
    expect(html).toContain('encType="multipart/form-data"')
    const typed = { ...LOOP, name: 'Photo Loop', photo_alt: ALT, fly: EVERY_DAY('06:05') }
    const made = await staff.post(NEW, withFile(fill(html, typed, 'sell'), await makePhonePhoto()))
    expect(made.status, mainOf(made.html)).toBe(303)
    const path = (made.location ?? '').replace(/\?.*/, '')
    const sheet = (await staff.get(path)).html
    const photo = photoIn(sheet) ?? ''
    expect(photo).toMatch(/^[0-9a-f]{32}$/)
    expect(sheet).toContain(`<img src="/photos/${photo}-whole-640.jpg" alt="${ALT}"`)
    expect(sheet.match(/type="radio"[^>]*name="photo_focal"/g)).toHaveLength(9)
    expect(gzipSync(sheet).length).toBeLessThan(12_000)

    const page = (await staff.get('/product/photo-loop')).html
    expect(page).toMatch(
      new RegExp(
        `<img src="/photos/${photo}-center-hero-1600.jpg"[^>]* alt="${ALT}" width="1600" height="720"`,
      ),
    )
    expect(page).toMatch(new RegExp(`imagesrcset="/photos/${photo}-center-hero-800.avif 800w`, 'i'))
    expect(page).not.toMatch(/<link[^>]*href="\/art\//)
    const list = (await staff.get('/product')).html
    expect(list).toContain(`/photos/${photo}-center-`)
    const picture = await staff.get(`/photos/${photo}-center-card-800.avif`)
    expect(picture.status).toBe(200)
    expect(picture.headers.get('Content-Type')).toBe('image/avif')
    expect(picture.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable')
    expect((await staff.get(`/photos/${photo}-left-card-800.avif`)).status).toBe(404)

    const shared = await staff.get('/share/product/photo-loop.jpg')
    const chosen = fill(sheet, { photo_focal: 'bottom_left' }, 'save')
    expect((await staff.post(path, chosen)).status).toBe(303)
    expect((await staff.get('/product/photo-loop')).html).toContain(`${photo}-bottom_left-hero-1600.jpg`)
    const after = await staff.get('/share/product/photo-loop.jpg')
    expect(after.headers.get('ETag')).not.toBe(shared.headers.get('ETag'))

    const removed = fill((await staff.get(path)).html, { photo_remove: 'yes' }, 'save')
    expect((await staff.post(path, removed)).status).toBe(303)
    expect((await staff.get('/product/photo-loop')).html).toMatch(/<img src="\/art\/[^"]+-wide-/)
    expect(photoIn((await staff.get(path)).html)).toBe('')
  })

  test('without words is asked for them, and the uploaded file is not lost', async () => {
    const path = await make({ name: 'Wordless Loop' })
    const { html } = await staff.get(path)
    const refused = await staff.post(path, withFile(fill(html, {}, 'save'), await makePhonePhoto()))
    expect(refused.status).toBe(422)
    expect(refused.html).toContain('id="photo_alt-error"')
    expect(photoIn(refused.html)).toMatch(/^[0-9a-f]{32}$/)
    const saved = await staff.post(path, fill(refused.html, { photo_alt: ALT }, 'save'))
    expect(saved.status).toBe(303)
    expect(photoIn((await staff.get(path)).html)).toBe(photoIn(refused.html))
  })

  test('that cannot be used is refused with a sentence beside it, and what was typed stays', async () => {
    const path = await make({ name: 'Refused Loop' })
    const { html } = await staff.get(path)
    const tried = async (file: Uint8Array) => {
      const typed = fill(html, { photo_alt: ALT, subtitle: 'Stays typed' }, 'save')
      const refused = await staff.post(path, withFile(typed, file))
      expect(refused.status).toBe(422)
      expect(refused.html).toContain(`value="${ALT}"`)
      expect(refused.html).toContain('value="Stays typed"')
      expect(photoIn(refused.html)).toBe('')
      return /id="photo_file-error".*?<\/p>/s.exec(refused.html)?.[0] ?? ''
    }
    expect(await tried(Buffer.from('no picture'))).toContain('Must be a JPEG, PNG, WebP or AVIF picture')
    expect(await tried(await makePhoto(800, 600).jpeg().toBuffer())).toContain('at least 1,600 by 900 pixels')
    const large = Buffer.concat([await makePhonePhoto(), Buffer.alloc(15_000_000)])
    expect(await tried(large)).toContain('Must be 15 MB at most')
  })

  test('is previewed as card and head of the page before anything is saved', async () => {
    const { html } = await staff.get(NEW)
    const seen = await staff.post(
      NEW,
      withFile(fill(html, { ...LOOP, new_time: '06:05' }, 'preview'), await makePhonePhoto()),
    )
    expect(seen.status).toBe(200)
    const photo = photoIn(seen.html) ?? ''
    expect(seen.html).toContain(`/photos/${photo}-center-hero-1600.jpg`)
    const moved = await staff.post(NEW, fill(seen.html, { photo_focal: 'top' }, 'preview'))
    expect(moved.html).toContain(`/photos/${photo}-top-hero-1600.jpg`)
    expect((await staff.get(`/photos/${photo}-top-card-400.avif`)).status).toBe(200)
  })
})
