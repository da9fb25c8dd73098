import { CodeReply } from '#contract/tenders.ts'
import { type StaffVisit } from '../parts/staff-visit.server.ts'
import { isTenderCode } from '../../payments/save-tenders.server.ts'
import { type TenderCodes } from '../../visit/session.server.ts'

type ReadCodes = { ok: true; discount: string | null; codes: TenderCodes } | { ok: false; failure: string }

/**
 * One field accepts every kind of code: gift cards and vouchers are recognised, and one other code
 * is the discount's.
 */
export async function readCodes({ userApi }: StaffVisit, text: string): Promise<ReadCodes> {
  const codes: TenderCodes = { gift_card_codes: [], vouchers: [] }
  const others: string[] = []
  for (const typed of text.split(/[\s,;]+/).filter(Boolean)) {
    const found = isTenderCode(typed)
      ? await userApi.post('/v1/codes', CodeReply, { body: { code: typed } })
      : undefined
    if (found && !found.ok && found.status !== 422) return { ok: false, failure: found.message }
    const kind = found?.ok ? found.data.code.kind : 'discount'
    if (kind === 'gift_card') codes.gift_card_codes.push(typed)
    else if (kind === 'voucher') codes.vouchers.push(typed)
    else others.push(typed)
  }
  if (others.length > 1) return { ok: false, failure: 'One discount code can be used for a sale.' }
  return { ok: true, discount: others[0] ?? null, codes }
}
