import { expect, test } from 'vitest'
import { type AnnouncedPage, whenAnnouncement } from './when-announcement.ts'

/** Only the fields that the announcement reads. */
function page(over: { month?: string; date?: string; statuses?: string[]; total?: number; text?: string }) {
  const { month = '2026-12', date = '2026-12-05', statuses = ['open'], total, text } = over
  return {
    month: { month },
    day: { date, departures: statuses.map((status) => ({ status })) },
    quote: total === undefined ? undefined : { total },
    problems: text === undefined ? [] : [{ field: 'quantity', text }],
  } as unknown as AnnouncedPage
}

test.each([
  [
    'another day',
    page({ date: '2026-12-04' }),
    page({ statuses: ['open', 'too_few', 'sold_out'] }),
    '2 departures on Saturday 5 December',
  ],
  [
    'a day without room',
    page({ date: '2026-12-04' }),
    page({ statuses: ['closed'] }),
    'No departures on Saturday 5 December',
  ],
  ['another month', page({ month: '2026-11' }), page({}), 'December 2026'],
  ['a first total', page({}), page({ total: 528.5 }), 'Total $528.50'],
  ['nothing for the same total', page({ total: 528.5 }), page({ total: 528.5 }), ''],
  ['a new problem', page({}), page({ text: 'Please input a quantity' }), 'Please input a quantity'],
  ['nothing for a known problem', page({ text: 'Full' }), page({ text: 'Full' }), ''],
])('announces %s', (_what, before, now, expected) => {
  expect(whenAnnouncement(before, now)).toBe(expected)
})
