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

describe(
  'active campaign: the first enabled one whose end_at has not passed, otherwise the last ' +
    'one (spec section 4)',
  () => {
    test.each<[string, ShownCampaign[], string | undefined]>([
      ['the first of two', [sale, second], 'sale'],
      ['not an ended one', [ended, sale], 'sale'],
      ['not a disabled one', [disabled, sale], 'sale'],
      ['one that has not begun', [ended, later, sale], 'later'],
      ['otherwise the last one', [disabled, ended], 'ended'],
      ['also when that is disabled', [ended, disabled], 'disabled'],
      ['not when its end is this moment', [a('over', { end_at: now.toISOString() }), ended], 'ended'],
      ['only the brand’s own', [other, sale], 'sale'],
      ['the last one of the brand', [ended, other], 'ended'],
      ['none at all', [other], undefined],
    ])('%s', (_name, campaigns, name) => {
      expect(findActiveCampaign(campaigns, 1, now)?.name).toBe(name)
    })
  },
)

test('a campaign comes, runs and is over, to the instant; one that is switched off is over', () => {
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
  ['its link', { banner_link_to: '/checkout/6' }, '/checkout/6', 6],
  [
    'with the code it fills in',
    { banner_link_to: '/checkout/6', discount_code: 'FLY15', auto_fill_code: true },
    '/checkout/6?code=FLY15',
    6,
  ],
  [
    'beside what the link asks',
    { banner_link_to: '/checkout/6?gift_card=1', discount_code: 'A&B', auto_fill_code: true },
    '/checkout/6?gift_card=1&code=A%26B',
    undefined,
  ],
  [
    'without a code that is only shown',
    { banner_link_to: '/checkout/6', discount_code: 'FLY15' },
    '/checkout/6',
    6,
  ],
  ['nowhere else', { banner_link_to: 'https://evil.example/' }, '/product', undefined],
  ['nowhere else either', { banner_link_to: '//evil.example' }, '/product', undefined],
  ['nor so', { banner_link_to: '/\\evil.example' }, '/product', undefined],
  ['nor by a script', { banner_link_to: 'javascript:alert(1)' }, '/product', undefined],
  ['without a link', {}, '/product', undefined],
])('a banner leads to %s', (_name, campaign, href, product) => {
  expect(getBannerHref(a('banner', campaign))).toBe(href)
  expect(getBannerProductId(href)).toBe(product)
})
