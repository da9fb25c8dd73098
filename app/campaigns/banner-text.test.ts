import { expect, test } from 'vitest'
import { describeBanner, describeBannerEnd, describeBannerStart } from './banner-text.ts'

const NY = 'America/New_York'

test('an end at midnight is named as the last minute of the day before', () => {
  expect(describeBannerEnd('2026-11-30T05:00:00Z', NY)).toBe('Sunday 29 November, 11:59 pm ET')
  expect(describeBannerEnd('2026-07-05T16:30:00Z', NY)).toBe('Sunday 5 July, 12:29 pm ET')
  expect(describeBannerEnd('2026-11-30T08:00:00Z', 'America/Los_Angeles')).toBe(
    'Sunday 29 November, 11:59 pm PT',
  )
  expect(describeBannerStart('2026-12-01T05:00:00Z', NY)).toBe('Tuesday 1 December')
  expect(describeBannerStart('2026-12-01T14:00:00Z', NY)).toBe('Tuesday 1 December, 9:00 am ET')
})

test('the banner describes the campaign, and says so when it is over', () => {
  const sale = {
    name: 'A fifth off everything',
    countdown_text: '20% off every flight this week',
    countdown_enabled: true,
    start_at: '2026-12-01T05:00:00Z',
    end_at: '2026-12-08T05:00:00Z',
  }
  expect(describeBanner(sale, 'coming', NY, false)).toMatchObject({
    text: '20% off every flight this week',
    moment: { text: 'Starts Tuesday 1 December' },
  })
  expect(describeBanner(sale, 'running', NY, false)).toEqual({
    text: '20% off every flight this week',
    linkText: 'Book now',
    moment: { at: '2026-12-08T05:00:00Z', text: 'Ends Monday 7 December, 11:59 pm ET' },
  })
  expect(describeBanner({ ...sale, countdown_enabled: false }, 'running', NY, true)).toMatchObject({
    linkText: 'Give a flight',
    moment: undefined,
  })
  expect(describeBanner(sale, 'over', NY, false)).toEqual({
    text: 'A fifth off everything is over.',
    linkText: 'See what flies today',
    moment: undefined,
  })
})
