import { type AudienceOf } from './permissions.ts'

export type OrderViewer =
  | { kind: 'visitor' }
  | (AudienceOf & { kind: 'guest' | 'customer'; sessionId: string; userId: number; emailProven: boolean })

export interface OwnedOrder {
  userId: number
  sessionId: string
}

/**
 * True when the order is the caller's own: made in their session, or their account's once the mailbox is proven.
 * Until then an e-mail says nothing, because anybody can type it.
 */
export function ownsOrder(viewer: OrderViewer, order: OwnedOrder): boolean {
  if (viewer.kind === 'visitor') return false
  if (viewer.sessionId === order.sessionId) return true
  return viewer.kind === 'customer' && viewer.emailProven && viewer.userId === order.userId
}

/** True when the caller may see the order: their own, or any for staff and admins. */
export function canSeeOrder(viewer: OrderViewer, order: OwnedOrder): boolean {
  if (ownsOrder(viewer, order)) return true
  if (viewer.kind !== 'customer') return false
  return viewer.roles?.some((role) => role === 'staff' || role === 'admin') ?? false
}
