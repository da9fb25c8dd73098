import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { countQueries } from '#tests/support/count-queries.ts'
import { openShopPages, type Page, type ShopPages } from '#tests/support/shop-pages.ts'
import { createTestApi, type TestApi } from '#tests/support/test-api.ts'

// The test loads the whole shop once, and the machine may be busy.
vi.setConfig({ hookTimeout: 120_000, testTimeout: 60_000 })

let shop: TestApi
let pages: ShopPages
beforeAll(async () => {
  shop = await createTestApi({ seeded: true })
  pages = await openShopPages(shop)
})
afterAll(() => shop.close())

const CAME_FROM = 'utm_source=mail&utm_campaign=a%26b&code=FLY15'
const TO_PAY = '/checkout/6/pay?date=2027-06-01&departure=3#details'

/**
 * Reads what an account page shows: the visible panel, the tabs with their links, and the forms
 * that can be sent.
 */
function read({ html }: Page) {
  const main = /<main.*<\/main>/s.exec(html)?.[0] ?? ''
  const shown = main.replace(/<template>.*?<\/template>/gs, '')
  const links = [...main.matchAll(/<li( hidden="")?><a href="([^"]+)"[^>]*?data-tab="([^"]+)"/g)]
  return {
    panels: [...main.matchAll(/<section id="([^"]+)" class="panel"/g)].map(([, id]) => id),
    stoodFor: [...main.matchAll(/<section id="([^"]+)" class="elsewhere"/g)].map(([, id]) => id),
    tabs: links.filter(([, hidden]) => !hidden).map(([, , , tab]) => tab),
    current: /<a href="[^"]+" id="[^"]+" aria-current="page" data-tab="([^"]+)"/.exec(main)?.[1],
    hrefs: links.map(([, , href = '', tab]) => [tab, href.replaceAll('&amp;', '&')] as const),
    action: /<form[^>]* action="([^"]+)"/.exec(shown)?.[1]?.replaceAll('&amp;', '&'),
    templates: [...main.matchAll(/<template>.*?<\/template>/gs)].length,
    guestWays: [...shown.matchAll(/<a [^>]*href="([^"]+)"[^>]*>Continue as a guest</g)].map(([, href]) =>
      href?.replaceAll('&amp;', '&'),
    ),
    text: shown.replace(/<[^>]+>/g, ' '),
  }
}

type Case = { guests: boolean; toPay: boolean; asked: string | undefined; panel: string }
const cases: Case[] = [true, false].flatMap((guests) =>
  [true, false].flatMap((toPay) => {
    const guest = toPay ? 'checkout-guest' : 'guest'
    return [
      undefined,
      'login',
      'register',
      'reset',
      'guest',
      'checkout-guest',
      'confirm',
      'error',
      'nonsense',
    ].map((asked) => ({
      ...{ guests, toPay, asked },
      panel:
        asked === 'register' || asked === 'reset'
          ? asked
          : asked?.endsWith('guest') && guests
            ? guest
            : 'login',
    }))
  }),
)

const addressOf = ({ toPay, asked }: Pick<Case, 'toPay' | 'asked'>) =>
  `/account?${asked === undefined ? '' : `tab=${asked}&`}${CAME_FROM}${
    toPay ? `&next=${encodeURIComponent(TO_PAY)}` : ''
  }`

/**
 * Checks that an address names the panel in its query and its fragment, and keeps the rest of its
 * query.
 */
function expectKept(href: string | undefined, tab: string | undefined, toPay: boolean) {
  const url = new URL(href ?? '', 'http://shop.test')
  expect(url.pathname).toBe('/account')
  expect(Object.fromEntries(url.searchParams)).toEqual({
    tab,
    utm_source: 'mail',
    utm_campaign: 'a&b',
    code: 'FLY15',
    ...(toPay ? { next: TO_PAY } : {}),
  })
  expect(url.hash).toBe(`#${String(tab)}`)
}

const WRONG: Record<string, Record<string, string>> = {
  login: { email: 'customer@example.com', password: 'not this one' },
  register: { first_name: 'R2D2', last_name: '', phone: '555', email: 'ida@', password: 'short' },
  reset: { email: 'ida@' },
}
const SAID: Record<string, string[]> = {
  login: ['Password Expired. Please reset using the link below.'],
  register: [
    'Must be letters only',
    'This field is required',
    'Length should be at least 10 characters',
    'Please input correct email format (ida@)',
    'Length should be at least 6 characters',
  ],
  reset: ['Please input correct email format (ida@)'],
}
let people = 0
const right = (tab: string): Record<string, string> => {
  people += 1
  const email = `tab${String(people)}@example.com`
  if (tab === 'login') return { email: 'customer@example.com', password: shop.deps.settings.demoPassword }
  if (tab === 'reset') return { email }
  return { first_name: 'Ida', last_name: 'Lund', phone: '(212) 555-0100', email, password: 'heliport' }
}

const allowGuests = async (allowed: boolean) => {
  await shop.deps.database.query('update brands set guest_checkout = $1 where id = 1', [allowed])
  pages = await openShopPages(shop)
}

describe.each([true, false])('account panels without a script; guests may buy: %s', (allowed) => {
  beforeAll(() => allowGuests(allowed))
  afterAll(() => allowGuests(true))

  test.each(cases.filter(({ guests }) => guests === allowed))(
    'at checkout $toPay, ?tab=$asked shows $panel',
    async (one) => {
      const { guests, toPay, panel } = one
      const browser = await pages.browser()
      const address = addressOf(one)
      const looked = async () => {
        const page = await browser.get(address)
        expect(page.status).toBe(200)
        return read(page)
      }
      const first = await looked()
      const guest = guests ? [toPay ? 'checkout-guest' : 'guest'] : []
      const tabs = [...guest, 'login', 'register', ...(panel === 'reset' ? ['reset'] : [])]
      expect(first).toMatchObject({ panels: [panel], current: panel, tabs })
      // If the fragment names another panel, the page shows a link to that panel.
      expect([...first.stoodFor, panel].sort()).toEqual([...guest, 'login', 'register', 'reset'].sort())
      expect(first.templates).toBe(first.stoodFor.length)
      for (const [tab, href] of first.hrefs) expectKept(href, tab, toPay)
      expect(first.guestWays).toEqual(guests && toPay ? [TO_PAY] : [])
      if (!(panel in WRONG)) return
      // The address has no fragment, because a fragment would take the focus away from the error.
      expectKept(`${first.action ?? ''}#${panel}`, panel, toPay)

      const wrong = await browser.post(first.action ?? '', { intent: panel, ...WRONG[panel] })
      expect(wrong.status).toBe(422)
      const refused = read(wrong)
      expect(refused).toMatchObject({ panels: [panel], current: panel, tabs, action: first.action })
      for (const sentence of SAID[panel] ?? []) expect(refused.text).toContain(sentence)
      expect(wrong.html).toMatch(/<title>Error: /)
      // Going back shows nothing of the refusal; going forward sends the form again, and it is
      // refused again.
      expect(await looked()).toEqual(first)
      expect((await browser.post(first.action ?? '', { intent: panel, ...WRONG[panel] })).status).toBe(422)

      const done = await browser.post(first.action ?? '', { intent: panel, ...right(panel) })
      expect(done.status).toBe(303)
      const to = new URL(done.location ?? '', 'http://shop.test')
      // The browser keeps the old fragment when the new address has none.
      expect(to.hash).toBe(panel === 'reset' ? '#login' : toPay ? '#details' : '#main')
      if (panel === 'reset') expectKept(done.location?.replace('sent=1&', ''), 'login', toPay)
      else if (toPay) expect(done.location).toBe(TO_PAY)
      else expect(to.searchParams.get('utm_source')).toBe('mail')
      const next = toPay && panel !== 'reset' ? undefined : await browser.get(`${to.pathname}${to.search}`)
      if (panel === 'reset') expect(next && read(next)).toMatchObject({ panels: ['login'] })
      // Logged-in customers see no tabs.
      else if (next) expect(read(next)).toMatchObject({ panels: [], tabs: [] })
    },
  )
})

test.each([
  ['https://evil.example/', undefined],
  ['//evil.example/', undefined],
  ['/checkout/6/pay', '/checkout/6/pay'],
])('the return path %s is kept as %s', async (next, kept) => {
  const { hrefs } = read(
    await (await pages.browser()).get(`/account?utm_source=mail&next=${encodeURIComponent(next)}`),
  )
  for (const [, href] of hrefs) {
    const query = new URL(href, 'http://shop.test').searchParams
    expect([query.get('next') ?? undefined, query.get('utm_source')]).toEqual([kept, 'mail'])
  }
})

describe('the mailed link for choosing a password', () => {
  test('the link’s page shows confirm or error, and no tabs', async () => {
    const browser = await pages.browser()
    const bad = await browser.get(
      '/account/password-confirm?token=a-token-nobody-has&email=ida%40example.com',
    )
    expect(bad.status).toBe(404)
    expect(bad.html).toContain('<section id="error" data-panel')
    for (const text of [
      'Your reset token is either expired or invalid.',
      'Please reset your password again or contact support for assistance.',
      'Return to login',
    ]) {
      expect(bad.html).toContain(text)
    }
    expect(read(bad).tabs).toEqual([])
    expect(bad.headers.get('Referrer-Policy')).toBe('no-referrer')
  })
})

test('a reset for a known and an unknown address shows the same page after the same calls', async () => {
  const ask = async (email: string) => {
    const browser = await pages.browser()
    let said: unknown
    const queries = await countQueries(shop.deps.database, async () => {
      const sent = await browser.post('/account?tab=reset#reset', { intent: 'reset', email })
      const page = await browser.get(sent.location ?? '')
      said = [sent.status, sent.location, page.status, page.html.replaceAll(email, 'it')]
    })
    return { said, queries: queries.filter((text) => !text.startsWith('insert into "users"')) }
  }
  // The cached catalogue is read only once.
  await ask('first@example.com')
  const known = await ask('customer@example.com')
  expect(known.queries.some((text) => text.startsWith('insert into "mails"'))).toBe(true)
  expect(await ask('nobody.here@example.com')).toEqual(known)
})

test('the e-mail typed to log in is copied to Reset once and appears in no address', async () => {
  const browser = await pages.browser()
  const said = async () =>
    / name="email"[^>]* value="([^"]*)"/.exec((await browser.get('/account?tab=reset')).html)?.[1] ?? ''
  const [, reset] =
    read(await browser.get(`/account?${CAME_FROM}`)).hrefs.find(([tab]) => tab === 'reset') ?? []
  const pressed = await browser.post(reset ?? '', {
    intent: 'forgot',
    email: ' ida@example.com ',
    password: '',
  })
  expect([pressed.status, pressed.location]).toEqual([303, reset])
  expect(await said()).toBe('ida@example.com')
  expect(await said()).toBe('')
  await browser.post(reset ?? '', { intent: 'forgot', email: '', password: '' })
  expect(await said()).toBe('')
})

test('a wrong password shows the same page for a known and an unknown address', async () => {
  const enter = async (email: string) => {
    const page = await (await pages.browser()).logIn(email, 'not this one')
    return [page.status, page.html.replaceAll(email, 'it')]
  }
  expect(await enter('nobody.here@example.com')).toEqual(await enter('customer@example.com'))
})
