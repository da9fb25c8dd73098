import { afterEach, describe, expect, test, vi } from 'vitest'
import { testSettings } from '#tests/support/test-settings.ts'
import { serializeArrivalCookie, readCampaignArrival } from './arrival.server.ts'

const shop = { settings: testSettings({ publicUrl: 'https://shop.test' }) }
const ask = (path: string, cookie?: string) =>
  new Request(`https://shop.test${path}`, cookie ? { headers: { Cookie: cookie } } : {})

/** The cookie a visitor has after opening an address. */
async function visit(path: string, cookie?: string): Promise<string | undefined> {
  const kept = await serializeArrivalCookie(ask(path, cookie), shop)
  return kept?.split(';')[0] ?? cookie
}

describe('a campaign link', () => {
  test('is stored in a cookie that scripts cannot read', async () => {
    const kept = await serializeArrivalCookie(ask('/campaigns/fly15?utm_source=mail&code=FLY15'), shop)
    expect(kept).toMatch(/^__Host-arrival=.*; Max-Age=2592000; Path=\/;.*HttpOnly; Secure; SameSite=Lax$/)
  })

  test('is known on all later pages, with its tags and its code', async () => {
    const cookie = await visit(
      '/product/6?utm_source=mail&utm_campaign=may&affiliate=anna&discount_code=fly15',
    )
    expect(await readCampaignArrival(ask('/checkout/6', cookie), shop)).toEqual({
      tags: ['affiliate:anna', 'utm_source:mail', 'utm_campaign:may'],
      code: 'fly15',
    })
  })

  test('names its affiliate when it is the affiliate’s page', async () => {
    const cookie = await visit('/affiliates/harbor-light-rooms?utm_source=desk')
    expect(await readCampaignArrival(ask('/checkout/6', cookie), shop)).toEqual({
      tags: ['affiliate:harbor-light-rooms', 'utm_source:desk'],
      code: undefined,
    })
    expect(await serializeArrivalCookie(ask('/affiliates'), shop)).toBeUndefined()
  })

  test('is replaced by a later one part by part', async () => {
    const first = await visit('/?utm_source=mail&code=FLY15')
    const second = await visit('/?utm_source=poster', first)
    expect(await readCampaignArrival(ask('/', second), shop)).toEqual({
      tags: ['utm_source:poster', 'first_utm_source:mail'],
      code: 'FLY15',
    })
    const third = await visit('/?code=TENOFF', second)
    expect(await readCampaignArrival(ask('/', third), shop)).toEqual({
      tags: ['utm_source:poster', 'first_utm_source:mail'],
      code: 'TENOFF',
    })
    // Without changes the cookie is not set again.
    expect(await serializeArrivalCookie(ask('/?code=TENOFF', third), shop)).toBeUndefined()
  })
})

describe('affiliate of a visitor', () => {
  afterEach(() => {
    vi.useRealTimers()
  })
  const tagsAt = async (cookie: string | undefined) =>
    (await readCampaignArrival(ask('/checkout/6', cookie), shop)).tags

  test('is not replaced by a newsletter, only by another affiliate', async () => {
    const friend = await visit('/affiliates/harbor-light-rooms')
    const letter = await visit('/?utm_source=mail&utm_campaign=may', friend)
    expect(await tagsAt(letter)).toEqual([
      'affiliate:harbor-light-rooms',
      'utm_source:mail',
      'utm_campaign:may',
    ])
    const poster = await visit('/?utm_source=poster', letter)
    const first = ['first_utm_source:mail', 'first_utm_campaign:may']
    expect(await tagsAt(poster)).toEqual(['affiliate:harbor-light-rooms', 'utm_source:poster', ...first])
    const other = await visit('/?affiliate=anna&affiliate=ben', poster)
    expect(await tagsAt(other)).toEqual(['affiliate:anna', 'utm_source:poster', ...first])
  })

  test('counts for thirty days from its own link, whatever newsletters come later', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2027-05-01T12:00:00Z') })
    const friend = await visit('/affiliates/harbor-light-rooms')
    vi.setSystemTime('2027-05-31T11:59:59Z')
    const letter = await visit('/?utm_source=mail', friend)
    expect(await tagsAt(letter)).toEqual(['affiliate:harbor-light-rooms', 'utm_source:mail'])
    vi.setSystemTime('2027-05-31T12:00:00Z')
    expect(await tagsAt(letter)).toEqual(['utm_source:mail'])
  })
})

describe('the first campaign', () => {
  afterEach(() => {
    vi.useRealTimers()
  })
  const tagsAt = async (cookie: string | undefined) =>
    (await readCampaignArrival(ask('/checkout/6', cookie), shop)).tags

  test('it stays beside the last one, each for thirty days from its own link', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2027-05-01T12:00:00Z') })
    const first = await visit('/?utm_source=mail')
    expect(await tagsAt(first)).toEqual(['utm_source:mail'])
    vi.setSystemTime('2027-05-20T12:00:00Z')
    const last = await visit('/?utm_source=poster', first)
    vi.setSystemTime('2027-05-31T11:59:59Z')
    expect(await tagsAt(last)).toEqual(['utm_source:poster', 'first_utm_source:mail'])
    vi.setSystemTime('2027-05-31T12:00:00Z')
    expect(await tagsAt(last)).toEqual(['utm_source:poster'])
    vi.setSystemTime('2027-06-19T12:00:00Z')
    expect(await tagsAt(last)).toEqual([])
  })
})

describe('the arrival cookie', () => {
  test.each(['/', '/product/6?date=2027-05-12', '/checkout/6?code=FLY15', '/?utm_source=', '/?code='])(
    'is not set at %s',
    async (path) => {
      expect(await serializeArrivalCookie(ask(path), shop)).toBeUndefined()
    },
  )

  test('is ignored if it is forged', async () => {
    const cookie = await visit('/?code=FLY15')
    const forged = cookie?.replace(/=[^.]*/, `=${btoa('{"tags":["utm_source:evil"],"code":"X"}')}`)
    for (const wrong of [forged, '__Host-arrival=nonsense']) {
      expect(await readCampaignArrival(ask('/checkout/6', wrong), shop)).toEqual({
        tags: [],
        code: undefined,
      })
    }
  })

  test('contains long tags and codes cut to 60 characters', async () => {
    const long = 'x'.repeat(300)
    const cookie = await visit(`/?utm_source=${long}&code=${long}`)
    const { tags, code } = await readCampaignArrival(ask('/', cookie), shop)
    expect([tags[0]?.length, code?.length]).toEqual([60, 60])
  })
})
