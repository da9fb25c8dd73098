import { type KeyRing } from '#settings/key-ring.ts'
import { type FieldErrors } from '#contract/errors.ts'
import { type OrderFields } from '#contract/order.ts'
import { addDays, toLocalDate } from '../rules/time/local-time.ts'
import { seal } from '../gateways/sealed-text.ts'

/** The recipient of gift cards, besides the buyer. */
export interface GiftItem {
  recipientEmail: string | null
  messageSealed: Buffer | null
  /** A date in the time zone of the departure; null sends at once. */
  sendOn: string | null
}

/** The purpose that binds the sealed message. */
export const GIFT_MESSAGE_USE = 'gift message'

/** The most days ahead that a gift may be scheduled. */
const MOST_DAYS = 365

type Wanted = OrderFields['order_item_gift_cards_attributes'][number]

/** Reads and checks the recipient of an order. */
export function readGiftItem(
  wanted: Wanted,
  { timezone, now, ring }: { timezone: string; now: Date; ring: KeyRing },
): { ok: true; item: GiftItem } | { ok: false; fields: FieldErrors } {
  const recipientEmail = given(wanted.recipient_email)?.toLowerCase() ?? null
  const message = given(wanted.message)
  const sendOn = given(wanted.send_on)
  if (recipientEmail === null && (message !== null || sendOn !== null)) {
    return refuse('recipient_email', 'Please say to whom we send it')
  }
  const today = toLocalDate(now, timezone)
  if (sendOn !== null && (sendOn < today || sendOn > addDays(today, MOST_DAYS))) {
    return refuse('send_on', 'Please choose a day from today on, within a year')
  }
  const messageSealed = message === null ? null : seal(ring, GIFT_MESSAGE_USE, message)
  return { ok: true, item: { recipientEmail, messageSealed, sendOn } }
}

/** An empty field counts as absent. */
const given = (text: string | null | undefined): string | null => {
  const trimmed = text?.trim() ?? ''
  return trimmed === '' ? null : trimmed
}

const refuse = (field: string, message: string) => ({ ok: false as const, fields: { [field]: [message] } })
