/**
 * One row that breaks a promise: what is wrong, and where to look. Ids, amounts and states; nothing
 * personal.
 */
export interface FailingRow {
  /** What is wrong, in one word: `sold_without_order`. */
  kind: string
  /** The table's word in the singular, `flight`, and the row's id. */
  subject: string
  id: string
  facts: Record<string, string | number | null>
}
