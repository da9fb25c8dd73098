/**
 * Called with each statement as it leaves, without its values; what it returns is called with the
 * answer.
 */
export type StatementObserver = (text: string) => ((failed: boolean) => void) | undefined

export type OnAnswer = (error: unknown, result: unknown) => void
type Tell = NonNullable<ReturnType<StatementObserver>>

/** Tells before the statement's own user is called. */
export const tellBefore =
  (callback: OnAnswer, tell: Tell): OnAnswer =>
  (error, result) => {
    tell(Boolean(error))
    callback(error, result)
  }

/** The statement's own user deals with its failure. */
export function tellWith(answer: Promise<unknown>, tell: Tell): void {
  answer.then(
    () => {
      tell(false)
    },
    () => {
      tell(true)
    },
  )
}
