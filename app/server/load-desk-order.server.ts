import { type Comment, CommentsReply } from '#contract/comment.ts'
import { type HandOut, HandOutsReply } from '#contract/counter.ts'
import { type Order, OrderReply } from '#contract/order.ts'
import { type OrderFile, OrderFileReply } from '#contract/order-file.ts'
import { NOT_FOUND_PAGE } from '../components/page-error.tsx'
import { type DeskVisit } from './desk.server.ts'
import { requireData } from './load-checkout.server.ts'
import { PRIVATE } from './session.server.ts'

export interface DeskOrder {
  order: Order
  comments: Comment[]
  file: OrderFile
  /** Money of refunds that goes back by hand. */
  waiting: HandOut[]
  /** Of the forms that give something: pressed twice it is given once. */
  key: string
}

/** @throws Response 404 for an address that names no order */
export function requireOrderId(text: string | undefined): string {
  if (text !== undefined && /^[1-9]\d{0,8}$/.test(text)) return text
  throw new Response(NOT_FOUND_PAGE, { status: 404, headers: PRIVATE })
}

/** Everything the desk shows of one order. @throws Response 404, 503 */
export async function loadDeskOrder({ own }: DeskVisit, orderId: string): Promise<DeskOrder> {
  const { order } = requireData(await own.get(`/v1/orders/${orderId}`, OrderReply))
  const about = { commentable_type: 'order', commentable_id: orderId, page_size: 100 }
  const [comments, file, waiting] = await Promise.all([
    own.get('/v1/comments', CommentsReply, { query: about }),
    own.get(`/v1/orders/${orderId}/file`, OrderFileReply),
    own.get('/v1/hand_outs', HandOutsReply, { query: { order_id: orderId } }),
  ])
  return {
    order,
    comments: requireData(comments).comments,
    file: requireData(file).file,
    waiting: requireData(waiting).hand_outs,
    key: crypto.randomUUID(),
  }
}
