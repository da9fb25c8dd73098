import { type GiftCard, type Voucher } from '#contract/tenders.ts'
import {
  AnyJson,
  type SpecOnlyAnswer,
  type SpecOnlyCall,
  found,
  unreadableAnswer,
  refused,
} from './call.server.ts'
import {
  readDollars,
  readId,
  readIds,
  readInstant,
  isLooseObject,
  type LooseObject,
  readLooseList,
  readNumber,
  readText,
} from '../loose-values.server.ts'
import { type ApiResult } from '../../api-result.ts'

/** Section 9: the page length of gift cards and vouchers. */
const PAGE_SIZE = 3

export const listSpecOnlyCards = (call: SpecOnlyCall): SpecOnlyAnswer =>
  listBasic(call, {
    path: '/v1/gift_cards',
    name: 'gift_cards',
    by: ['purchaser_id', 'last_emailed_to'],
    read: readCard,
  })

export const listSpecOnlyVouchers = (call: SpecOnlyCall): SpecOnlyAnswer =>
  listBasic(call, { path: '/v1/vouchers', name: 'vouchers', by: ['user_id'], read: readVoucher })

/** Sends gift cards with the keys of section 7. */
export async function shareSpecOnlyCards(call: SpecOnlyCall): SpecOnlyAnswer {
  const given = isLooseObject(call.body) ? call.body : {}
  const ids = readIds(given['gift_card_ids'])
  if (ids.length === 0) {
    return refused(422, 'invalid', 'Vouchers cannot be sent here. Please select gift cards.')
  }
  const body = {
    gift_card_ids: ids,
    recipient: readText(given['recipient']),
    message: readText(given['message']),
  }
  const result = await call.userApi.post('/v1/gift_cards/share', AnyJson, { body })
  if (!result.ok) return result
  const cards = readLooseList(result.data, 'gift_cards') ?? []
  return found({ gift_cards: cards.flatMap((row) => readCard(row, call.now) ?? []) }, 201)
}

interface Listed<Row> {
  path: string
  name: string
  /** The filters of section 7. */
  by: readonly string[]
  read: (row: LooseObject, now: Date) => Row | undefined
}

/**
 * Combines the requested pages into one. If the service counts only pages, the number of rows is
 * derived from the last page.
 */
async function listBasic<Row>(call: SpecOnlyCall, { path, name, by, read }: Listed<Row>): SpecOnlyAnswer {
  const filter = Object.fromEntries(
    by.flatMap((one) => (call.query[one] === undefined ? [] : [[one, call.query[one]]])),
  )
  const fetchPage = async (page: number): Promise<ApiResult<Page>> => {
    const query = { ...filter, page_size: PAGE_SIZE, page, sort: '-created_at' }
    const result = await call.userApi.get(path, AnyJson, { query })
    if (!result.ok) return result
    const rows = readLooseList(result.data, name)
    return rows ? { ...result, data: { rows, ...readMeta(result.data, rows.length) } } : unreadableAnswer()
  }
  const first = await fetchPage(1)
  if (!first.ok) return first
  const { pages, total } = first.data
  const pageCount = Math.min(Math.ceil((readNumber(call.query['page_size']) ?? PAGE_SIZE) / PAGE_SIZE), pages)
  const others = await Promise.all(Array.from({ length: pageCount - 1 }, (_, at) => fetchPage(at + 2)))
  const last = total === undefined && pageCount < pages ? await fetchPage(pages) : undefined
  const all = [first, ...others]
  if (last && !last.ok) return last
  const rows: LooseObject[] = []
  for (const one of all) {
    if (!one.ok) return one
    rows.push(...one.data.rows)
  }
  const counted = last ? (pages - 1) * PAGE_SIZE + last.data.rows.length : rows.length
  const pagination = {
    current_page: 1,
    total_pages: pages,
    total_count: total ?? counted,
    page_size: rows.length,
  }
  return found({ [name]: rows.flatMap((row) => read(row, call.now) ?? []), meta: { pagination } })
}

interface Page {
  rows: LooseObject[]
  pages: number
  total: number | undefined
}

function readMeta(body: unknown, length: number): Omit<Page, 'rows'> {
  const meta = isLooseObject(body) && isLooseObject(body['meta']) ? body['meta'] : {}
  const pagination = isLooseObject(meta['pagination']) ? meta['pagination'] : meta
  const pages = readId(pagination['total_pages']) ?? 1
  return { pages, total: readNumber(pagination['total_count']) ?? (pages === 1 ? length : undefined) }
}

/** The fields that cards and vouchers share in section 3. */
function readCoded(row: LooseObject) {
  const id = readId(row['id'])
  const until = readInstant(row['expires_at'])
  const at = readInstant(row['created_at'])
  if (id === undefined || until === null || at === null) return undefined
  const code = readText(row['code']) || null
  return {
    id,
    code,
    code_tail: code?.slice(-4) ?? '',
    created_at: at,
    expires_at: until,
    last_emailed_to: readText(row['last_emailed_to']) || null,
    order_id: readId(row['order_id']) ?? null,
  }
}

function readCard(row: LooseObject, now: Date): GiftCard | undefined {
  const coded = readCoded(row)
  const product = readId(row['product_id'])
  const fare = readId(row['good_for_fare_id'])
  if (!coded || product === undefined || fare === undefined) return undefined
  const fares = readIds(row['good_for_fare_ids'])
  return {
    ...coded,
    name: readText(row['name'], 'Gift card'),
    price: readDollars(row['price']) ?? 0,
    value: readDollars(row['value']) ?? 0,
    purchaser_order_id: readId(row['purchaser_order_id']) ?? null,
    purchaser_id: readId(row['purchaser_id']) ?? null,
    product_id: product,
    pending_fee_ids: readIds(row['pending_fee_ids']),
    fare: null,
    good_for_fare_id: fare,
    good_for_fare_ids: fares.length > 0 ? fares : [fare],
    covers_all_fares: row['covers_all_fares'] === true,
    unit: 'seat',
    status: coded.order_id !== null ? 'redeemed' : isOver(coded, now) ? 'expired' : 'available',
  }
}

function readVoucher(row: LooseObject, now: Date): Voucher | undefined {
  const coded = readCoded(row)
  if (!coded) return undefined
  const value = readDollars(row['value']) ?? 0
  return {
    ...coded,
    value,
    balance: value,
    user_id: readId(row['user_id']) ?? null,
    product_id: readId(row['product_id']) ?? null,
    order_items: [],
    reason_type: 'reschedule',
    status: isOver(coded, now) ? 'expired' : 'available',
  }
}

const isOver = ({ expires_at: until }: { expires_at: string }, now: Date) =>
  Date.parse(until) <= now.getTime()
