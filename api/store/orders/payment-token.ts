import { type KeyRing } from '#settings/key-ring.ts'
import { isKeyedHash, keyedHash } from '../../gateways/sealed-text.ts'
import { isWalkInEmail } from '../walk-in-email.ts'

/** What a payment link is signed for. */
export interface SignedPayment {
  orderId: number
  email: string
  /** Seconds. */
  expiresAt: number
  /** The request hash of the order change to pay; undefined for the order itself. */
  change?: string
}

const USE = 'payment link'
/** A walk-in without an address has the link on a phone or on paper, where it stays right. */
const NO_ADDRESS = ''
const signedText = ({ orderId, email, expiresAt, change }: SignedPayment) =>
  JSON.stringify([orderId, isWalkInEmail(email) ? NO_ADDRESS : email.toLowerCase(), expiresAt, change])

/** The signed token of a payment link. */
export const paymentToken = (ring: KeyRing, signed: SignedPayment): string =>
  `${String(signed.orderId)}-${signed.expiresAt.toString(36)}-${keyedHash(ring, USE, signedText(signed))}`

/** Whether a signature was made for this; the address of a walk-in may have been added since. */
export const isPaymentToken = (ring: KeyRing, signed: SignedPayment, signature: string): boolean =>
  [signed.email, NO_ADDRESS].some((email) =>
    isKeyedHash(ring, USE, signedText({ ...signed, email }), signature),
  )
