/**
 * One row that fails an integrity check: what is wrong, and where to look. It holds ids, amounts
 * and states, and no personal data.
 */
export interface FailingRow {
  /** What is wrong, in one word: `sold_without_order`. */
  kind: string
  /** The table's name in the singular, `flight`, and the row's id. */
  subject: string
  id: string
  facts: Record<string, string | number | null>
}
