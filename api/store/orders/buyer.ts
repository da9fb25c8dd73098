import { type OrderChannel } from '#contract/enums.ts'

/** Who buys an order, and where it is sold. */
export interface Buyer {
  userId: number
  sessionId: string
  channel: OrderChannel
  /** Keyed hash of the caller's network; null when it is unknown. */
  networkKey: string | null
  email: string
  phone: string | null
  /** `user:12` or `session:…`, as order events name them. */
  actor: string
}

/**
 * A customer whose typed e-mail has no account yet: the account is created with the order, or not
 * at all.
 */
export type NewCustomer = Omit<Buyer, 'userId'> & { userId: undefined; fullName: string }
export type FoundBuyer = Buyer | NewCustomer
