import { DayClosingReply, DayReply } from '#contract/day-closing.ts'
import { type DayClosingFormValues } from './day-closing.tsx'
import { type StaffVisit } from '../parts/staff-visit.server.ts'
import { requireData } from '../../visit/load-visit.server.ts'
import { readFormText } from '../parts/form-text.server.ts'

/** A day's figures and whether it is closed. @throws Response 503 */
export async function loadDay({ userApi }: Pick<StaffVisit, 'userApi'>, day: string) {
  return requireData(await userApi.get(`/v1/days/${day}`, DayReply)).day
}

/** Closes the day of a form, or opens it again. */
export async function changeDay({ userApi }: Pick<StaffVisit, 'userApi'>, form: FormData) {
  const intent = readFormText(form, 'intent') === 'reopen' ? 'reopen' : 'close'
  const typed: DayClosingFormValues = {
    intent,
    note: readFormText(form, 'note'),
    reason: readFormText(form, 'reason'),
  }
  const done =
    intent === 'reopen'
      ? await userApi.post(
          `/v1/day_closings/${idOf(readFormText(form, 'closing'))}/reopen`,
          DayClosingReply,
          {
            body: { day_closing: { reason: typed.reason } },
          },
        )
      : await userApi.post('/v1/day_closings', DayClosingReply, {
          body: { day_closing: { day: readFormText(form, 'day'), note: typed.note } },
        })
  return { done, typed }
}

const idOf = (text: string) => (/^[1-9]\d{0,8}$/.test(text) ? text : '0')
