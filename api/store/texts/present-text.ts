import { type OrderText } from '#contract/text.ts'
import { maskNumber } from '../../rules/texts/phone-number.ts'
import { findTextDeclaration, type TextRow } from './queue-text.ts'

/** Whether staff may send a text once more: it did not arrive, and is composed from the books alone. */
export const mayRepeatText = ({
  kind,
  state,
  againAt,
  to,
}: Pick<TextRow, 'kind' | 'state' | 'againAt' | 'to'>) =>
  (state === 'failed' || state === 'undelivered') &&
  againAt === null &&
  to !== '' &&
  findTextDeclaration(kind)?.repeatable === true

export const presentText = (row: TextRow): OrderText => ({
  id: row.id,
  kind: row.kind,
  to: maskNumber(row.to),
  state: row.state,
  error_code: row.errorCode,
  created_at: row.createdAt.toISOString(),
  sent_at: row.sentAt?.toISOString() ?? null,
  repeatable: mayRepeatText(row),
})
