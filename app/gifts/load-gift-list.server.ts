import { type ListMeta } from '#contract/primitives.ts'
import { GiftCardsReply, VouchersReply } from '#contract/tenders.ts'
import { type GiftListPageProps, type ShownList } from './gift-list-page.tsx'
import { type Visit } from '../visit/load-visit.server.ts'
import { type ApiClient, type ApiResult } from '../visit/api-result.ts'

/** Spec section 9. */
const PAGE_SIZE = 3
const MOST_PAGES = 33
/** The lists by their parameter in the address, whose value is the number of pages shown. */
const LISTS = { gifts: 'gifts_page', bought: 'bought_page', vouchers: 'vouchers_page' } as const
type ListName = keyof typeof LISTS

const NOTICES: Readonly<Record<string, string>> = {
  sent: 'Your gift is on its way. Only its recipient can use it now.',
  waits: 'Your gift leaves on its day. Until then you can change it.',
  taken: 'It is yours again, under a new code. The one that was sent or printed is of no use.',
  codes: 'If your address is confirmed, a mail with your codes is on its way to it.',
}

/**
 * The data of the page for an account. The service lists received gifts only after the mailbox was
 * confirmed.
 */
export async function loadGiftList(
  { brand, specOnly }: Visit,
  { userApi: own, user }: { userApi: ApiClient; user: { id: number; email: string } },
  query: URLSearchParams,
): Promise<GiftListPageProps> {
  const shown = (name: ListName) => readPages(query, name)
  const pageQuery = (name: ListName) => ({ page_size: PAGE_SIZE * shown(name), page: 1, sort: '-created_at' })
  const [gifts, bought, vouchers] = await Promise.all([
    own.get('/v1/gift_cards', GiftCardsReply, {
      query: { ...pageQuery('gifts'), last_emailed_to: user.email },
    }),
    own.get('/v1/gift_cards', GiftCardsReply, { query: { ...pageQuery('bought'), purchaser_id: user.id } }),
    own.get('/v1/vouchers', VouchersReply, { query: { ...pageQuery('vouchers'), user_id: user.id } }),
  ])
  return {
    gifts: listOf(gifts, ({ gift_cards: rows }) => rows, 'gifts'),
    bought: listOf(bought, ({ gift_cards: rows }) => rows, 'bought'),
    vouchers: listOf(vouchers, ({ vouchers: rows }) => rows, 'vouchers'),
    notice: NOTICES[query.get('done') ?? ''],
    selected: { cards: readIds(query, 'ids'), vouchers: readIds(query, 'voucher_ids') },
    pages: pagesOf(query),
    timezone: brand.time_zone,
    limited: specOnly,
  }
}

/** The number of pages shown so far, plus one for the list whose button was pressed. */
function readPages(query: URLSearchParams, name: ListName): number {
  const pages = Number(query.get(LISTS[name]) ?? '1')
  const shown = Number.isInteger(pages) && pages > 0 ? pages : 1
  return Math.min(query.get('more') === name ? shown + 1 : shown, MOST_PAGES)
}

function pagesOf(query: URLSearchParams): Record<string, number> {
  const names = Object.keys(LISTS) as ListName[]
  const counted = names.map((name) => [LISTS[name], readPages(query, name)] as const)
  return Object.fromEntries(counted.filter(([, pages]) => pages > 1))
}

const readIds = (query: URLSearchParams, name: string): number[] =>
  query.getAll(name).flatMap((text) => (/^[1-9]\d{0,8}$/.test(text) ? Number(text) : []))

function listOf<Reply extends { meta: ListMeta }, Row>(
  result: ApiResult<Reply>,
  rowsOf: (reply: Reply) => Row[],
  more: ListName,
): ShownList<Row> | undefined {
  if (!result.ok) return undefined
  const rows = rowsOf(result.data)
  const { total_count: total } = result.data.meta.pagination
  return { rows, total, more: rows.length < total && rows.length < PAGE_SIZE * MOST_PAGES ? more : undefined }
}
