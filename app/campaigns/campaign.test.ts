import { describe, expect, test } from 'vitest'
import {
  findActiveCampaign,
  getBannerHref,
  getBannerProductId,
  getCampaignState,
  ShownCampaign,
} from './campaign.ts'

const now = new Date('2026-11-21T12:00:00Z')
const days = (count: number) => new Date(now.getTime() + count * 86_400_000).toISOString()
const a = (name: string, overrides: Partial<ShownCampaign> = {}): ShownCampaign => ({
  ...ShownCampaign.parse({ id: 1, brand_id: 1, start_at: days(-1), end_at: days(1) }),
  name,
  ...overrides,
})
const ended = a('ended', { start_at: days(-9), end_at: days(-1) })
const disabled = a('disabled', { disabled: true })
const later = a('later', { start_at: days(1), end_at: days(9) })
const sale = a('sale')
const second = a('second')
const other = a('other brand', { brand_id: 2 })

describe('active campaign (spec section 4)', () => {
  test.each<[string, ShownCampaign[], string | undefined]>([
    ['the first of two enabled campaigns is active', [sale, second], 'sale'],
    ['a campaign that has ended is not active', [ended, sale], 'sale'],
    ['a disabled campaign is not active', [disabled, sale], 'sale'],
    ['a campaign that has not begun is active', [ended, later, sale], 'later'],
    ['the last campaign is active where no enabled one is left', [disabled, ended], 'ended'],
    ['a disabled campaign is active where it is the last one', [ended, disabled], 'disabled'],
    [
      'a campaign that ends at this instant is not active',
      [a('over', { end_at: now.toISOString() }), ended],
      'ended',
    ],
    ['a campaign of another brand is not active', [other, sale], 'sale'],
    ['the last campaign of the brand is active where all have ended', [ended, other], 'ended'],
    ['a brand without campaigns has no active one', [other], undefined],
  ])('%s', (_name, campaigns, name) => {
    expect(findActiveCampaign(campaigns, 1, now)?.name).toBe(name)
  })
})

test('a campaign begins and ends at its instants, and one that is switched off is over', () => {
  const at = now.toISOString()
  expect([later, sale, ended, disabled].map((one) => getCampaignState(one, now))).toEqual([
    'coming',
    'running',
    'over',
    'over',
  ])
  expect(getCampaignState(a('begins', { start_at: at }), now)).toBe('running')
  expect(getCampaignState(a('ends', { end_at: at }), now)).toBe('over')
})

test.each<[string, Partial<ShownCampaign>, href: string, product: number | undefined]>([
  ['the link of its campaign', { banner_link_to: '/checkout/6' }, '/checkout/6', 6],
  [
    'extended by the code it fills in',
    { banner_link_to: '/checkout/6', discount_code: 'FLY15', auto_fill_code: true },
    '/checkout/6?code=FLY15',
    6,
  ],
  [
    'extended by the code beside its own query',
    { banner_link_to: '/checkout/6?gift_card=1', discount_code: 'A&B', auto_fill_code: true },
    '/checkout/6?gift_card=1&code=A%26B',
    undefined,
  ],
  [
    'without a code that is only displayed',
    { banner_link_to: '/checkout/6', discount_code: 'FLY15' },
    '/checkout/6',
    6,
  ],
  [
    'the list of flights in place of another site',
    { banner_link_to: 'https://evil.example/' },
    '/product',
    undefined,
  ],
  [
    'the list of flights in place of a protocol-relative address',
    { banner_link_to: '//evil.example' },
    '/product',
    undefined,
  ],
  [
    'the list of flights in place of an address with backslashes',
    { banner_link_to: '/\\evil.example' },
    '/product',
    undefined,
  ],
  [
    'the list of flights in place of a script',
    { banner_link_to: 'javascript:alert(1)' },
    '/product',
    undefined,
  ],
  ['the list of flights where the campaign has no link', {}, '/product', undefined],
])('a banner’s link is %s', (_name, campaign, href, product) => {
  expect(getBannerHref(a('banner', campaign))).toBe(href)
  expect(getBannerProductId(href)).toBe(product)
})
