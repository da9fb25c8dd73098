import { inPersonMeans, inPersonMethods, type InPersonMethod } from '#contract/means-of-payment.ts'

/** What was typed as the number of each means that has one. */
export type TypedReferences = Partial<Record<InPersonMethod, string>>

export function readReferences(read: (field: string) => string): TypedReferences {
  const typed = inPersonMethods.flatMap((method) => {
    const { reference } = inPersonMeans(method)
    return reference ? [[method, read(reference.field)] as const] : []
  })
  return Object.fromEntries(typed)
}
