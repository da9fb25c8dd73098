import { type RescheduleQuote } from '#contract/reschedule.ts'
import { type FieldProblems } from '../ui/form-fields.ts'

/**
 * What the page shows again after a refusal: everything that was typed, and what is wrong with it.
 */
export interface PayRefusal {
  /** Of the form as a whole; empty when only fields are wrong. */
  text: string
  problems: FieldProblems
  typed: Record<string, string>
  /** The terms were accepted: a new price asks for one press, not for two. */
  accepted: boolean
  /** Kept after an outage, so that the same form stays one order; undefined asks for a new one. */
  formKey: string | undefined
  /** Of a flight that is rescheduled: the price as it still holds. */
  quote?: RescheduleQuote | undefined
}

/** What the page's action answers, besides sending the shopper on. */
export type PayAnswer =
  /** `unanswered`: the page says so itself, because it heard nothing. */
  | { kind: 'refused'; refusal: PayRefusal; unanswered?: true }
  /** Nothing is wrong so far (`check`), or the order stands and holds its seats (`place`). */
  | { kind: 'fine' }
  /** The bank asks first. The secret is for the provider's script in this page. */
  | { kind: 'authenticate'; clientSecret: string }

/** What the page's buttons and its script ask for; everything else buys. */
export type PayIntent =
  | 'purchase'
  /** Buys on the hosted page, also where the card could be typed into this one. */
  | 'hosted'
  | 'change'
  /** Keeps what was typed and leads back here as whoever logs in. */
  | 'login'
  /** Keeps what was typed and leads to the ways to another device. */
  | 'resume'
  | 'register'
  /** Prices the purchase with what is ticked in the panel. */
  | 'update'
  /** A card that is typed, or a saved one after all. */
  | 'add_card'
  | 'cancel_card'
  /** Shows the page without what was wrong with the card. */
  | 'close'
  /** Prices the purchase with another code, or with none. */
  | 'apply_code'
  | 'inc'
  | 'dec'
  /** Orders, and begins a payment that the wallet's open sheet confirms. */
  | 'wallet'
  /** Only says what is wrong. */
  | 'check'
  /** Writes the order and holds its seats, charges nothing. */
  | 'place'
  /** Says what came of the bank's question. */
  | 'settle'
