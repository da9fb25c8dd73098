import { type CallerFacts } from './permissions.ts'

export type OrderViewer =
  | { kind: 'visitor' }
  | (CallerFacts & {
      kind: 'guest' | 'customer' | 'key'
      apiKey?: { brandId: number | null } | undefined
      sessionId: string
      userId: number
      emailProven: boolean
      /** The order whose mailed link opened this guest session. */
      reachesOrderId?: number | undefined
    })

export interface OwnedOrder {
  id: number
  brandId?: number
  userId: number
  sessionId: string
  channel?: 'web' | 'phone' | 'counter'
  /**
   * The session in which the order was made, where it is known: its user, and whether a password
   * opened it.
   */
  madeIn?: { userId: number; scope: 'guest' | 'customer' } | undefined
}

/**
 * True when the order belongs to the caller: it was made in their session, in another session
 * opened with the account's password, or under the account's proven e-mail. An unproven e-mail
 * gives no access, because anybody can type one; a guest with the mailed link of an order reaches
 * that order only. Staff who sold an order reach it through their role alone.
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
 * True when the caller may see the order: customers see their own, staff and admins any, an API key
 * those of its brand.
 */
export function canSeeOrder(viewer: OrderViewer, order: OwnedOrder): boolean {
  if (ownsOrder(viewer, order)) return true
  if (viewer.kind === 'key')
    return viewer.apiKey?.brandId === null || viewer.apiKey?.brandId === order.brandId
  if (viewer.kind !== 'customer') return false
  return viewer.roles?.some((role) => role === 'staff' || role === 'admin') ?? false
}
