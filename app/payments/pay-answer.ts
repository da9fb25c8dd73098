import { type RescheduleQuote } from '#contract/reschedule.ts'
import { type FieldProblems } from '../ui/form-fields.ts'

/** The page's data after a refusal: everything that was typed, and the errors. */
export interface PayRefusal {
  /** The message of the whole form; empty if only fields are wrong. */
  text: string
  problems: FieldProblems
  typed: Record<string, string>
  /** The terms were accepted: a new price asks for one press, not for two. */
  accepted: boolean
  /**
   * Kept after an outage, so that submitting the form again makes no second order; undefined
   * requests a new key.
   */
  formKey: string | undefined
  /** The price of a rescheduled flight that still applies. */
  quote?: RescheduleQuote | undefined
}

/** The answers of the page's action, apart from redirects. */
export type PayAnswer =
  /** `unanswered` is set by the page itself, if no answer came. */
  | { kind: 'refused'; refusal: PayRefusal; unanswered?: true }
  /**
   * Either nothing is wrong so far (`check`), or the order is placed and holds its seats (`place`).
   */
  | { kind: 'fine' }
  /** The bank asks for a confirmation. The secret is for the provider's script in this page. */
  | { kind: 'authenticate'; clientSecret: string }

/** The intents of the page's buttons and script; any other value buys. */
export type PayIntent =
  | 'purchase'
  /** Buys on the hosted page, even if the card could be typed into this one. */
  | 'hosted'
  | 'change'
  /** Saves the typed values; the log-in returns to this page. */
  | 'login'
  /** Saves the typed values and opens the page to continue on another device. */
  | 'resume'
  | 'register'
  /** Prices the purchase with the selected tenders. */
  | 'update'
  /** Switches between a typed and a saved card. */
  | 'add_card'
  | 'cancel_card'
  /** Shows the page without the card's error. */
  | 'close'
  /** Prices the purchase with another code, or with none. */
  | 'apply_code'
  | 'inc'
  | 'dec'
  /** Places the order, and starts a payment that the wallet's open sheet confirms. */
  | 'wallet'
  /** Only validates. */
  | 'check'
  /** Places the order and holds its seats; charges nothing. */
  | 'place'
  /** Reports the result of the bank's confirmation. */
  | 'settle'
