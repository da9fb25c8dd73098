import { AvailabilityDayReply, AvailabilityMonthReply } from '#contract/availability.ts'
import { SchedulesReply } from '#contract/catalogue.ts'
import { GiftShareReply } from '#contract/gift-share.ts'
import { isGoodForFare } from '#contract/gift-selection.ts'
import { type GiftCard, GiftCardsReply, VouchersReply } from '#contract/tenders.ts'
import { firstOpenDay } from '../catalogue/month-grid.ts'
import { toLocalDate } from '../format/local-time.ts'
import { CHECKOUT_TEXT, FALLBACK } from '../visit/refusal-messages.ts'
import { isSelectable } from './gift-list-page.tsx'
import { type GiftSharePageProps } from './gift-share-page.tsx'
import { type OfferedDates } from './proposed-day.tsx'
import { type ApiClient } from '../visit/api-result.ts'

/** Whoever is logged in. */
export interface Giver {
  userApi: ApiClient
  user: { id: number }
  /** The shop they are in, and its clock. */
  brand: { id: number; time_zone: string }
  now: Date
  /** A service of section 7's calls alone: gift cards are mailed at once, and nothing else. */
  specOnly: boolean
}

/** What was selected. */
export interface SelectedGiftIds {
  ids: readonly number[]
  voucherIds: readonly number[]
}

const MOST = 60
export const readIds = (values: readonly unknown[]): number[] =>
  [...new Set(values.map(Number))].filter((id) => Number.isSafeInteger(id) && id > 0).slice(0, MOST)

const EMPTY = { recipient: '', message: '', sendOn: '' }
type FormResult = Partial<Pick<GiftSharePageProps, 'typed' | 'problems' | 'failure' | 'refused'>> & {
  proposal?: RequestedDates
}
/** The day, the departure and the month that were pressed. */
type RequestedDates = Partial<Omit<OfferedDates, 'month' | 'departures'>> & { month?: string }

/** Of what was selected the giver's own that can be sent; the rest is as if not named. */
export async function loadGiftShare(
  giver: Giver,
  { ids, voucherIds }: SelectedGiftIds,
  { proposal = {}, ...said }: FormResult = {},
): Promise<GiftSharePageProps> {
  const { userApi, user } = giver
  const most = { page_size: 100, sort: '-created_at' }
  const [listed, papers] = await Promise.all([
    userApi.get('/v1/gift_cards', GiftCardsReply, { query: { ...most, purchaser_id: user.id } }),
    userApi.get('/v1/vouchers', VouchersReply, { query: { ...most, user_id: user.id } }),
  ])
  const cards = (listed.ok ? listed.data.gift_cards : []).filter(
    (card) => ids.includes(card.id) && isSelectable(card),
  )
  const vouchers = (papers.ok ? papers.data.vouchers : []).filter(
    (one) => voucherIds.includes(one.id) && isSelectable(one),
  )
  const dates = giver.specOnly ? undefined : await loadDates(giver, cards, proposal)
  return {
    cards,
    vouchers: giver.specOnly ? [] : vouchers,
    typed: EMPTY,
    problems: {},
    failure: undefined,
    dates,
    limited: giver.specOnly,
    ...said,
  }
}

/** A month of departures and those of a chosen day, where all that is given is for one flight. */
async function loadDates(
  { userApi, brand, now }: Giver,
  cards: readonly GiftCard[],
  { date = '', chosen = '', error, month: asked = '', looking = false }: RequestedDates,
): Promise<OfferedDates | undefined> {
  const [first] = cards
  const one = first && cards.every((card) => card.product_id === first.product_id && card.unit === first.unit)
  if (!one || (first.unit === 'flight' && cards.length > 1)) return undefined
  const party = {
    product_id: first.product_id,
    selling_brand_id: brand.id,
    quantity: cards.length,
    quantity_type: first.unit,
  }
  const isDay = /^\d{4}-\d\d-\d\d$/.test(date)
  const named = /^\d{4}-\d\d$/.test(asked) ? asked : isDay ? date.slice(0, 7) : undefined
  const today = toLocalDate(now.toISOString(), brand.time_zone).slice(0, 7)
  const [month, departures] = await Promise.all([
    loadMonth(userApi, party, { asked: named, today }),
    isDay ? loadDay(userApi, { ...party, date }, cards) : [],
  ])
  return { month, date: isDay ? date : '', departures, chosen, error, looking }
}

interface Party extends Record<string, string | number> {
  product_id: number
  selling_brand_id: number
  quantity: number
  quantity_type: GiftCard['unit']
}

/** The month that was asked for, else the first with a free departure. */
async function loadMonth(
  own: ApiClient,
  party: Party,
  { asked, today }: { asked: string | undefined; today: string },
) {
  const read = async (month: string) => {
    const reply = await own.get('/v1/availability/month', AvailabilityMonthReply, {
      query: { ...party, month },
    })
    return reply.ok ? reply.data.availability : undefined
  }
  if (asked !== undefined) return read(asked)
  const first = await read(today)
  const later = first?.first_available_date?.slice(0, 7)
  return !first || firstOpenDay(first) || !later || later === first.month ? first : await read(later)
}

/**
 * The free departures of a day that the cards pay: those of a fare that each of them is good for.
 */
async function loadDay(
  own: ApiClient,
  query: Party & { date: string },
  cards: readonly GiftCard[],
): Promise<OfferedDates['departures']> {
  const { product_id } = query
  const [day, week] = await Promise.all([
    own.get('/v1/availability/day', AvailabilityDayReply, { query }),
    own.get('/v1/schedules', SchedulesReply, { query: { product_id } }),
  ])
  if (!day.ok || !week.ok) return []
  const rules = week.data.schedule.flatMap(({ departures }) => departures)
  const paid = rules.filter(({ fare_id: fareId }) =>
    cards.every((card) => isGoodForFare(card, { fareId, productId: product_id })),
  )
  return day.data.availability.departures.filter(
    ({ status, departure_id: id }) => status === 'open' && paid.some((rule) => rule.id === id),
  )
}

export type ShareAnswer = { location: string } | { status: number; page: GiftSharePageProps }

/**
 * Sends or prints them, or shows the page again with what is wrong, or with a day's departures;
 * nothing typed is lost.
 */
export async function sendGifts(giver: Giver, form: FormData): Promise<ShareAnswer> {
  const text = (name: string) => String(form.get(name) ?? '').replaceAll('\r\n', '\n')
  const chosen = { ids: readIds(form.getAll('ids')), voucherIds: readIds(form.getAll('voucher_ids')) }
  const typed = {
    recipient: text('recipient').trim().slice(0, 254),
    message: text('message').slice(0, 2000),
    sendOn: text('send_on').slice(0, 10),
  }
  const looking = form.has('day') || form.has('month')
  const proposal = {
    date: (text('day') || text('proposal_date')).slice(0, 10),
    month: text('month').slice(0, 7),
    chosen: text('proposal').slice(0, 60),
    looking,
  }
  const answer = async (status: number, { proposal: more, ...said }: FormResult): Promise<ShareAnswer> => ({
    status,
    page: await loadGiftShare(giver, chosen, { typed, ...said, proposal: { ...proposal, ...more } }),
  })
  const intent = text('intent')
  if (chosen.ids.length + chosen.voucherIds.length === 0) return answer(422, {})
  if (looking) return answer(200, { refused: false })
  const prints = intent === 'print'
  if (!prints && typed.recipient === '') {
    return answer(422, { problems: { recipient: CHECKOUT_TEXT.required } })
  }
  const [departure, at] = proposal.chosen.split('@')
  const body = {
    gift_card_ids: chosen.ids,
    voucher_ids: chosen.voucherIds,
    message: typed.message.trim() || null,
    ...(prints ? { way: 'print' } : { recipient: typed.recipient, send_on: typed.sendOn || null }),
    ...(departure && at && !prints ? { proposal: { departure_id: Number(departure), depart_at: at } } : {}),
  }
  const result = await giver.userApi.post('/v1/gift_cards/share', GiftShareReply, { body })
  if (result.ok) return { location: leadOn(result.data, prints, typed.sendOn) }
  const { recipient, message, send_on: day, gift_card_ids: cards, voucher_ids: papers } = result.errors
  const told = result.errors['proposal'] ?? result.errors['proposal.depart_at']
  const problems = {
    ...(recipient?.[0] ? { recipient: recipient[0] } : {}),
    ...(message?.[0] ? { message: message[0] } : {}),
    ...(day?.[0] ? { sendOn: day[0] } : {}),
  }
  if (told?.[0] || Object.keys(problems).length > 0) {
    return answer(422, { problems, ...(told?.[0] ? { proposal: { error: told[0] } } : {}) })
  }
  const gone = result.status === 404 ? 'One of these is not yours to send any more.' : undefined
  const status = [401, 403, 404].includes(result.status) ? 409 : result.status
  return answer(status, { failure: cards?.[0] ?? papers?.[0] ?? gone ?? (result.message || FALLBACK) })
}

/** To the printed page, or back to the lists with what happened. */
function leadOn(reply: (typeof GiftShareReply)['_output'], prints: boolean, sendOn: string): string {
  const share = [...reply.gift_cards, ...(reply.vouchers ?? [])].find((one) => one.share)?.share
  if (prints && share) return `/account/gift-cards/shares/${String(share.id)}/print`
  return `/account/gift-cards?done=${share?.state === 'scheduled' && sendOn !== '' ? 'waits' : 'sent'}`
}
