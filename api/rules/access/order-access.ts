import { type CallerFacts } from './permissions.ts'

export type OrderViewer =
  | { kind: 'visitor' }
  | (CallerFacts & {
      kind: 'guest' | 'customer' | 'key'
      apiKey?: { brandId: number | null } | undefined
      sessionId: string
      userId: number
      emailProven: boolean
      /** The order that the mailed link behind a guest's session is about. */
      reachesOrderId?: number | undefined
    })

export interface OwnedOrder {
  id: number
  brandId?: number
  userId: number
  sessionId: string
  channel?: 'web' | 'phone' | 'counter'
  /**
   * The session that made it, where it is known: whose it was, and whether a password opened it.
   */
  madeIn?: { userId: number; scope: 'guest' | 'customer' } | undefined
}

/**
 * True when the order is the caller's own: made in their session or in another one opened with the
 * account's password, or their account's once the mailbox is proven. Until then an e-mail says
 * nothing, because anybody can type it; but who has the link that was mailed there about an order
 * reaches that order. Who sold it to somebody else at the desk has it by their role alone.
 */
export function ownsOrder(viewer: OrderViewer, order: OwnedOrder): boolean {
  if (viewer.kind === 'visitor') return false
  const sold = isSoldByStaff(order)
  if (viewer.sessionId === order.sessionId && !sold) return true
  if (viewer.kind === 'guest' && viewer.reachesOrderId === order.id) return true
  if (viewer.kind !== 'customer') return false
  if (viewer.emailProven && viewer.userId === order.userId) return true
  return !sold && order.madeIn?.scope === 'customer' && order.madeIn.userId === viewer.userId
}

const isSoldByStaff = ({ channel = 'web', madeIn, userId }: OwnedOrder) =>
  channel !== 'web' && madeIn?.userId !== userId

/**
 * True when the caller may see the order: their own, any for staff and admins, its brand's for a
 * key.
 */
export function canSeeOrder(viewer: OrderViewer, order: OwnedOrder): boolean {
  if (ownsOrder(viewer, order)) return true
  if (viewer.kind === 'key')
    return viewer.apiKey?.brandId === null || viewer.apiKey?.brandId === order.brandId
  if (viewer.kind !== 'customer') return false
  return viewer.roles?.some((role) => role === 'staff' || role === 'admin') ?? false
}
