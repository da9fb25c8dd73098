import { type Comment, CommentsReply } from '#contract/comment.ts'
import { CounterQuoteReply, type HandOut, HandOutsReply } from '#contract/counter.ts'
import { type Order, OrderReply } from '#contract/order.ts'
import { type OrderFile, OrderFileReply } from '#contract/order-file.ts'
import { RefundsReply } from '#contract/refund.ts'
import { type CodedPrice } from './applied-codes.ts'
import { NOT_FOUND_PAGE } from '../../frame/page-error.tsx'
import { loadBrandNames } from '../parts/load-brand-names.server.ts'
import { type DeskVisit } from '../parts/staff-visit.server.ts'
import { requireData } from '../../selection/load-choice.server.ts'
import { PRIVATE } from '../../visit/session.server.ts'

export interface DeskOrder {
  order: Order
  comments: Comment[]
  file: OrderFile
  /** Money of refunds that goes back by hand. */
  waiting: HandOut[]
  /** What came back of which line, and how much of it. */
  returned: { position: number; quantity: number }[]
  /** Which brand sold it; undefined where there is but one. */
  brand: string | undefined
  /** What the codes of its sale leave to take. */
  coded: CodedPrice | undefined
  /** Of the forms that give something: pressed twice it is given once. */
  key: string
}

/** @throws Response 404 for an address that names no order */
export function requireOrderId(text: string | undefined): string {
  if (text !== undefined && /^[1-9]\d{0,8}$/.test(text)) return text
  throw new Response(NOT_FOUND_PAGE, { status: 404, headers: PRIVATE })
}

/** Everything the desk shows of one order. @throws Response 404, 503 */
export async function loadDeskOrder(desk: DeskVisit, orderId: string): Promise<DeskOrder> {
  const { own } = desk
  const { order } = requireData(await own.get(`/v1/orders/${orderId}`, OrderReply))
  const about = { commentable_type: 'Order', commentable_id: orderId, page_size: 100 }
  const [comments, file, waiting, refunds, brands] = await Promise.all([
    own.get('/v1/comments', CommentsReply, { query: about }),
    own.get(`/v1/orders/${orderId}/file`, OrderFileReply),
    own.get('/v1/hand_outs', HandOutsReply, { query: { order_id: orderId } }),
    own.get('/v1/refunds', RefundsReply, { query: { order_id: orderId, page_size: 100 } }),
    loadBrandNames(desk),
  ])
  return {
    order,
    comments: requireData(comments).comments,
    file: requireData(file).file,
    waiting: requireData(waiting).hand_outs,
    returned: requireData(refunds).refunds.flatMap(({ lines }) =>
      lines.map(({ position, quantity }) => ({ position, quantity })),
    ),
    brand: brands[order.brand_id],
    coded: await findCoded(desk, orderId),
    key: crypto.randomUUID(),
  }
}

/**
 * Codes are kept from the sale to the page it leads to; they are asked about again on every other
 * one.
 */
async function findCoded({ own, visit }: DeskVisit, orderId: string): Promise<CodedPrice | undefined> {
  const kept = visit.session.get('deskCodes')
  if (kept === undefined) return undefined
  if (kept.order !== orderId) {
    visit.session.flash('deskCodes', kept)
    return undefined
  }
  visit.changed = true
  const { codes } = kept
  const quoted = await own.post(`/v1/orders/${orderId}/counter_quotes`, CounterQuoteReply, {
    body: { counter_quote: codes },
  })
  return quoted.ok ? { codes, quote: quoted.data.counter_quote } : undefined
}
