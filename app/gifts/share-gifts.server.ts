import { z } from 'zod'
import { AvailabilityDayReply, AvailabilityMonthReply } from '#contract/availability.ts'
import { SchedulesReply } from '#contract/catalogue.ts'
import { GiftShareReply } from '#contract/gift-share.ts'
import { isGoodForFare } from '#contract/gift-selection.ts'
import { type GiftCard, GiftCardsReply, VouchersReply } from '#contract/tenders.ts'
import { firstOpenDay } from '../catalogue/month-grid.ts'
import { toLocalDate } from '../format/local-time.ts'
import { FALLBACK } from '../visit/refusal-messages.ts'
import { isSelectable } from './gift-list-page.tsx'
import { PrintForm, SHARE_SHAPE, ShareForm } from './share-form.ts'
import { type GiftSharePageProps } from './gift-share-page.tsx'
import { type OfferedDates } from './proposed-day.tsx'
import { parseForm, refusalStatus, refuseForm } from '../ui/form/read-form.server.ts'
import { readForm, SentIds, SentText } from '../ui/form/sent-values.server.ts'
import { type ApiClient } from '../visit/api-result.ts'

/** The account that sends gifts. */
export interface Giver {
  userApi: ApiClient
  user: { id: number }
  /** The brand of the shop, with its time zone. */
  brand: { id: number; time_zone: string }
  now: Date
  /**
   * The service knows only the calls of section 7: it mails gift cards at once, and nothing else.
   */
  specOnly: boolean
}

/** The selected ids. */
export interface SelectedGiftIds {
  ids: readonly number[]
  voucherIds: readonly number[]
}

type FormResult = Pick<GiftSharePageProps, 'answer' | 'refused'> & {
  proposal?: RequestedDates
}
/** The day, the departure and the month whose buttons were pressed. */
type RequestedDates = Partial<Omit<OfferedDates, 'month' | 'departures'>> & { month?: string }

/** The selected gift cards and vouchers that the giver owns and can send; other ids are ignored. */
export async function loadGiftShare(
  giver: Giver,
  { ids, voucherIds }: SelectedGiftIds,
  { proposal = {}, ...said }: FormResult = {},
): Promise<GiftSharePageProps> {
  const { userApi, user } = giver
  const listQuery = { page_size: 100, sort: '-created_at' }
  const [listed, papers] = await Promise.all([
    userApi.get('/v1/gift_cards', GiftCardsReply, { query: { ...listQuery, purchaser_id: user.id } }),
    userApi.get('/v1/vouchers', VouchersReply, { query: { ...listQuery, user_id: user.id } }),
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
    dates,
    limited: giver.specOnly,
    ...said,
  }
}

/** A month of departures and those of a chosen day, if the whole selection is for one flight. */
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
  const requestedMonth = /^\d{4}-\d\d$/.test(asked) ? asked : isDay ? date.slice(0, 7) : undefined
  const today = toLocalDate(now.toISOString(), brand.time_zone).slice(0, 7)
  const [month, departures] = await Promise.all([
    loadMonth(userApi, party, { asked: requestedMonth, today }),
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

/** The requested month, else the first with a free departure. */
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
 * The free departures of a day that the cards pay for: those of a fare that every card is valid
 * for.
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

const cutText = (length: number) =>
  z
    .string()
    .transform((text) => text.slice(0, length))
    .default('')
    .catch('')

/** What is sent beside the typed fields: the selection, and the buttons of the calendar. */
const ShareChoice = z.object({
  intent: SentText,
  ids: SentIds,
  voucher_ids: SentIds,
  day: cutText(10),
  month: cutText(7),
  proposal_date: cutText(10),
  proposal: cutText(60),
})

export type ShareAnswer = { location: string } | { status: number; page: GiftSharePageProps }

/**
 * Sends or prints the selection, or shows the page again with its errors or with a day's
 * departures; what was typed is kept.
 */
export async function sendGifts(giver: Giver, form: FormData): Promise<ShareAnswer> {
  const sent = readForm(form, ShareChoice)
  const chosen = { ids: sent.ids, voucherIds: sent.voucher_ids }
  const looking = sent.day !== '' || sent.month !== ''
  const proposal = {
    date: sent.day || sent.proposal_date,
    month: sent.month,
    chosen: sent.proposal,
    looking,
  }
  const show = async (status: number, { proposal: more, ...said }: FormResult): Promise<ShareAnswer> => ({
    status,
    page: await loadGiftShare(giver, chosen, { ...said, proposal: { ...proposal, ...more } }),
  })
  const prints = sent.intent === 'print'
  const submission = parseForm(form, prints ? PrintForm : ShareForm)
  const typed = { ...refuseForm(SHARE_SHAPE, submission), error: {} }
  if (chosen.ids.length + chosen.voucherIds.length === 0) return show(422, { answer: typed })
  if (looking) return show(200, { answer: typed, refused: false })
  if (submission.status !== 'success') return show(422, { answer: refuseForm(SHARE_SHAPE, submission) })
  const { recipient, message, send_on } = submission.value
  const [departure, at] = proposal.chosen.split('@')
  const body = {
    gift_card_ids: chosen.ids,
    voucher_ids: chosen.voucherIds,
    message,
    ...(prints ? { way: 'print' } : { recipient, send_on }),
    ...(departure && at && !prints ? { proposal: { departure_id: Number(departure), depart_at: at } } : {}),
  }
  const result = await giver.userApi.post('/v1/gift_cards/share', GiftShareReply, { body })
  if (result.ok) return { location: leadOn(result.data, prints, send_on) }
  const { 'proposal.depart_at': inside, proposal: whole = inside, ...errors } = result.errors
  const [error] = whole ?? []
  const refusal = { errors: { ...errors, ...(whole ? { proposal: whole } : {}) }, message: messageOf(result) }
  const answer = refuseForm(SHARE_SHAPE, submission, refusal)
  return show(refusalStatus(result), { answer, ...(error ? { proposal: { error } } : {}) })
}

const messageOf = ({ status, message }: { status: number; message: string }) =>
  status === 404 ? 'One of these is not yours to send any more.' : message || FALLBACK

/** Redirects to the printed page, or back to the lists with a confirmation. */
function leadOn(reply: (typeof GiftShareReply)['_output'], prints: boolean, sendOn: string | null): string {
  const share = [...reply.gift_cards, ...(reply.vouchers ?? [])].find((one) => one.share)?.share
  if (prints && share) return `/account/gift-cards/shares/${String(share.id)}/print`
  return `/account/gift-cards?done=${share?.state === 'scheduled' && sendOn !== null ? 'waits' : 'sent'}`
}
