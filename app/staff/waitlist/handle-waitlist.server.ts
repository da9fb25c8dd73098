import { z } from 'zod'
import { Id } from '#contract/primitives.ts'
import {
  WaitlistHandOfferRequest,
  type WaitlistOfferPreview,
  WaitlistOfferPreviewReply,
  type WaitlistRow,
  WaitlistRowReply,
  WaitlistRowsReply,
} from '#contract/waitlist.ts'
import { parseForm, type Refusal, refuseForm } from '../../ui/form/read-form.server.ts'
import { rowShape } from '../../ui/form/row-shape.ts'
import { requireData } from '../../visit/load-visit.server.ts'
import { requireForm } from '../parts/require-form.server.ts'
import { type StaffVisit } from '../parts/staff-visit.server.ts'
import { OFFER_SHAPE } from './waitlist-words.ts'
import { toMinute } from '../parts/to-minute.ts'

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
    now: toMinute(visit.now),
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

const Act = z.object({ entry: Id, intent: z.enum(['preview', 'offer', 'remove']) })
const { quantity, minutes } = WaitlistHandOfferRequest.shape.waitlist_offer.shape
const Offer = z.object({ quantity, minutes })

/** What an offer by hand would say to a party; nothing is held or sent. */
export interface PreviewedOffer {
  entry: number
  minutes: number
  mail: WaitlistOfferPreview
}

/** Previews an offer by hand, makes it, or takes a party off the list. */
export async function changeWaitlist({ userApi }: StaffVisit, form: FormData) {
  const { entry, intent } = requireForm(form, Act)
  const path = `/v1/waitlist_entries/${String(entry)}`
  const submission = parseForm(form, Offer)
  const refuse = (status: number, why?: Refusal) => ({
    status,
    answer: refuseForm(rowShape(OFFER_SHAPE, entry), submission, why),
    preview: undefined,
  })
  if (intent === 'remove') {
    const removed = await userApi.post(`${path}/remove`, WaitlistRowReply, { body: {} })
    return removed.ok ? { to: '/staff/waitlist?done=removed' } : refuse(removed.status, removed)
  }
  if (submission.status !== 'success') return refuse(422)
  const body = { waitlist_offer: submission.value }
  if (intent === 'preview') {
    const seen = await userApi.post(`${path}/offer_previews`, WaitlistOfferPreviewReply, { body })
    if (!seen.ok) return refuse(seen.status, seen)
    const preview: PreviewedOffer = {
      entry,
      minutes: submission.value.minutes,
      mail: seen.data.waitlist_offer_preview,
    }
    return { status: 200, answer: refuseForm(rowShape(OFFER_SHAPE, entry), submission), preview }
  }
  const offered = await userApi.post(`${path}/offers`, WaitlistRowReply, { body })
  return offered.ok ? { to: '/staff/waitlist?done=offered' } : refuse(offered.status, offered)
}
