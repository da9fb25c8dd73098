/** How a card is typed into the page. */
export interface CardSettings {
  /** `stripe`: the provider's own script; `sandbox`: the shop's test double of it. */
  provider: 'stripe' | 'sandbox'
  publishableKey: string
  /** The amount of the card form in cents, computed by the service. */
  amountCents: number
  /** The card is saved for a membership; the wallet must know it, as the payment does. */
  keeps?: boolean
}
