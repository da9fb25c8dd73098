/** How a card can be typed into the page. */
export interface CardSettings {
  /** `stripe`: the provider's own script; `sandbox`: the shop's stand-in for it. */
  provider: 'stripe' | 'sandbox'
  publishableKey: string
  /** What the card form is told it will be charged, in cents; computed by the service. */
  amountCents: number
  /** The card is kept for a membership: the wallet has to be told, as the payment is. */
  keeps?: boolean
}
