import { z } from 'zod'
import { NewRecoveryCodesReply, RecoveryCodesReply } from '#contract/second-factor.ts'
import { requireData } from '../../visit/load-visit.server.ts'
import { requireForm } from '../parts/require-form.server.ts'
import { isDeskStaff, type StaffVisit } from '../parts/staff-visit.server.ts'

const SecurityButtons = z.object({ intent: z.enum(['codes']) })

/** How the caller signs in. */
export async function loadSecurity(staff: StaffVisit) {
  const { userApi, visit } = staff
  const codes = requireData(await userApi.get('/v1/second_factor/recovery_codes', RecoveryCodesReply))
  return { ...codes.recovery_codes, zone: visit.brand.time_zone, canEdit: isDeskStaff(staff) }
}

export interface SecurityAnswer {
  status: number
  /** The codes that were just made; no other page shows them. */
  codes: string[] | null
  failure: string | null
}

/** Handles the pressed button of the page. */
export async function handleSecurityForm({ userApi }: StaffVisit, form: FormData): Promise<SecurityAnswer> {
  requireForm(form, SecurityButtons)
  const made = await userApi.post('/v1/second_factor/recovery_codes', NewRecoveryCodesReply, { body: {} })
  if (!made.ok) return { status: made.status, codes: null, failure: made.message }
  return { status: 200, codes: made.data.recovery_codes.codes, failure: null }
}
