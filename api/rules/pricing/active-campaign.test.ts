import { describe, expect, test } from 'vitest'
import { type CampaignRule, getCampaignBps } from './price-lines.ts'

const now = new Date('2026-11-21T12:00:00Z')
const days = (count: number) => new Date(now.getTime() + count * 86_400_000)
const a = (name: string, overrides: Partial<CampaignRule> = {}) => ({
  name,
  brandId: 1,
  startAt: days(-1),
  endAt: days(1),
  disabled: false,
  discountCode: null,
  autoFillCode: false,
  discountPercentOff: 0,
  ...overrides,
})
const disabled = a('disabled', { disabled: true, discountPercentOff: 70 })
const later = a('later', { startAt: days(1), endAt: days(9), discountPercentOff: 20 })
const banner = a('banner', { autoFillCode: true, discountCode: 'FLY15', discountPercentOff: 15 })
const sale = a('sale', { discountPercentOff: 20 })
const second = a('second', { discountPercentOff: 50 })
const other = a('other brand', { brandId: 2, discountPercentOff: 30 })

describe('the campaign in force (domain rule 7)', () => {
  test.each<[string, CampaignRule[], number]>([
    ['of a running campaign', [sale], 2000],
    ['never two: the first', [sale, second], 2000],
    ['from its first moment', [{ ...sale, startAt: now }], 2000],
    ['not before', [later], 0],
    ['not at its end', [{ ...sale, endAt: now }], 0],
    ['not of a disabled one', [disabled], 0],
    ['not of one that fills in its code', [banner], 0],
    ['of one that shows a code without filling it in', [{ ...banner, autoFillCode: false }], 1500],
    ['beside a banner that fills in its code', [banner, sale], 2000],
    ['beside a banner without a percentage', [a('plain'), sale], 2000],
    ['not of another brand', [other], 0],
  ])('%s', (_name, campaigns, bps) => {
    expect(getCampaignBps(campaigns, 1, now)).toBe(bps)
  })
})
