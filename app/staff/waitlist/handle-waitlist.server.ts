import { z } from 'zod'
import { Id } from '#contract/primitives.ts'
import { WaitlistRowReply, WaitlistRowsReply, type WaitlistRow } from '#contract/waitlist.ts'
import { SentNumber } from '../../ui/form/sent-values.server.ts'
import { requireData } from '../../visit/load-visit.server.ts'
import { requireForm } from '../parts/require-form.server.ts'
import { type StaffVisit } from '../parts/staff-visit.server.ts'

/** The most entries of the page; more of them are counted. */
const MOST = 100

/** Who waits for which departure ahead, the next departure first and in order of waiting. */
export async function loadWaitlist({ userApi, visit }: StaffVisit, query: URLSearchParams) {
  const { waitlist_entries: rows, meta } = requireData(
    await userApi.get('/v1/waitlist_entries', WaitlistRowsReply, {
      query: { upcoming: '1', page_size: MOST },
    }),
  )
  return {
    departures: groupByDeparture(rows),
    parties: rows.length,
    more: Math.max(0, meta.pagination.total_count - rows.length),
    now: visit.now.toISOString(),
    done: WHAT_WAS_DONE.find((one) => one === query.get('done')) ?? null,
  }
}

const WHAT_WAS_DONE = ['offered', 'removed'] as const

export type WaitlistPlan = Awaited<ReturnType<typeof loadWaitlist>>

function groupByDeparture(rows: readonly WaitlistRow[]) {
  const groups = new Map<string, WaitlistRow[]>()
  for (const row of rows) {
    const { departure_id: id, depart_at: at } = row.flight
    const key = `${at} ${String(id)}`
    groups.set(key, [...(groups.get(key) ?? []), row])
  }
  return [...groups].sort(([one], [other]) => one.localeCompare(other)).map(([, entries]) => entries)
}

const Act = z.object({
  entry: Id,
  intent: z.enum(['offer', 'remove']),
  quantity: SentNumber,
  minutes: SentNumber,
})

/** Offers seats by hand, or takes a party off the list. */
export async function changeWaitlist({ userApi }: StaffVisit, form: FormData) {
  const { entry, intent, quantity, minutes } = requireForm(form, Act)
  const path = `/v1/waitlist_entries/${String(entry)}`
  const done =
    intent === 'remove'
      ? await userApi.post(`${path}/remove`, WaitlistRowReply, { body: {} })
      : await userApi.post(`${path}/offers`, WaitlistRowReply, {
          body: { waitlist_offer: { ...(quantity === undefined ? {} : { quantity }), minutes } },
        })
  if (done.ok) return { to: `/staff/waitlist?done=${intent === 'remove' ? 'removed' : 'offered'}` }
  const [said] = Object.values(done.errors).flat()
  return { status: done.status, refused: { entry, text: said ?? done.message, quantity, minutes } }
}

export type WaitlistRefused = Extract<
  Awaited<ReturnType<typeof changeWaitlist>>,
  { status: number }
>['refused']
