/** What the page can do with the provider's fields. The page never sees a card number. */
export interface CardHandle {
  /**
   * Returns the error of the typed card, or undefined. Must be called before anything is awaited.
   */
  submit: () => Promise<string | undefined>
  /** Returns a token for one charge of the typed card. */
  createToken: (email: string) => Promise<{ token: string } | { problem: string | undefined }>
  /** Shows the bank's confirmation and waits for its end; true if the bank approved. */
  authenticate: (clientSecret: string) => Promise<boolean>
  focus: () => void
}
