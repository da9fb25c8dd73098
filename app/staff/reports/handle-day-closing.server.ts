import { DayClosingReply, DayReply } from '#contract/day-closing.ts'
import { type DayTyped } from './day-closing.tsx'
import { type DeskVisit } from '../parts/staff-visit.server.ts'
import { textOf } from '../orders/handle-order.server.ts'
import { requireData } from '../../selection/load-choice.server.ts'

/** A day's figures and whether it is closed. @throws Response 503 */
export async function loadDay({ own }: Pick<DeskVisit, 'own'>, day: string) {
  return requireData(await own.get(`/v1/days/${day}`, DayReply)).day
}

/** Closes the day of a form, or opens it again. */
export async function changeDay({ own }: Pick<DeskVisit, 'own'>, form: FormData) {
  const intent = textOf(form, 'intent') === 'reopen' ? 'reopen' : 'close'
  const typed: DayTyped = { intent, note: textOf(form, 'note'), reason: textOf(form, 'reason') }
  const done =
    intent === 'reopen'
      ? await own.post(`/v1/day_closings/${idOf(textOf(form, 'closing'))}/reopen`, DayClosingReply, {
          body: { day_closing: { reason: typed.reason } },
        })
      : await own.post('/v1/day_closings', DayClosingReply, {
          body: { day_closing: { day: textOf(form, 'day'), note: typed.note } },
        })
  return { done, typed }
}

const idOf = (text: string) => (/^[1-9]\d{0,8}$/.test(text) ? text : '0')
