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
    ['that of a running campaign', [sale], 2000],
    ['that of the first of two', [sale, second], 2000],
    ['that of a campaign from its first moment', [{ ...sale, startAt: now }], 2000],
    ['none before the campaign begins', [later], 0],
    ['none at the campaign’s end', [{ ...sale, endAt: now }], 0],
    ['none of a disabled campaign', [disabled], 0],
    ['none of a campaign that fills in its code', [banner], 0],
    [
      'that of a campaign that shows its code without filling it in',
      [{ ...banner, autoFillCode: false }],
      1500,
    ],
    ['that of a sale beside a banner that fills in its code', [banner, sale], 2000],
    ['that of a sale beside a banner without a percentage', [a('plain'), sale], 2000],
    ['none of another brand’s campaign', [other], 0],
  ])('the percentage in force is %s', (_name, campaigns, bps) => {
    expect(getCampaignBps(campaigns, 1, now)).toBe(bps)
  })
})
