/** What the page asks of the provider's fields. Nothing here ever sees a card number. */
export interface CardHandle {
  /**
   * Says what is wrong with what was typed; undefined when nothing is. Comes before anything is
   * awaited.
   */
  submit: () => Promise<string | undefined>
  /** A token for one try with the typed card. */
  createToken: (email: string) => Promise<{ token: string } | { problem: string | undefined }>
  /** Shows the bank's question and waits for its end; true when the bank is satisfied. */
  authenticate: (clientSecret: string) => Promise<boolean>
  focus: () => void
}
