import { type AudienceOf } from '../access/permissions.ts'

export type OrderViewer =
  | { kind: 'visitor' }
  | (AudienceOf & { kind: 'guest' | 'customer'; sessionId: string; userId: number; emailProven: boolean })

export interface OwnedOrder {
  userId: number
  sessionId: string
  /** The session that made it, where it is known: whose it was, and whether a password opened it. */
  madeIn?: { userId: number; scope: 'guest' | 'customer' } | undefined
}

/**
 * True when the order is the caller's own: made in their session or in another one opened with the account's password,
 * or their account's once the mailbox is proven. Until then an e-mail says nothing, because anybody can type it.
 */
export function ownsOrder(viewer: OrderViewer, order: OwnedOrder): boolean {
  if (viewer.kind === 'visitor') return false
  if (viewer.sessionId === order.sessionId) return true
  if (viewer.kind !== 'customer') return false
  if (viewer.emailProven && viewer.userId === order.userId) return true
  return order.madeIn?.scope === 'customer' && order.madeIn.userId === viewer.userId
}

/** True when the caller may see the order: their own, or any for staff and admins. */
export function canSeeOrder(viewer: OrderViewer, order: OwnedOrder): boolean {
  if (ownsOrder(viewer, order)) return true
  if (viewer.kind !== 'customer') return false
  return viewer.roles?.some((role) => role === 'staff' || role === 'admin') ?? false
}
