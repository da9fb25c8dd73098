import { z } from 'zod'
import { CheckoutTransferOpenedReply, CheckoutTransferReply } from '#contract/resumption.ts'
import { getShopOrigin } from '../visit/shop-origin.server.ts'
import { type Visit } from '../visit/load-visit.server.ts'
import { type ApiResult } from '../visit/api-result.ts'

/**
 * Creates a code, or mails a link. The session stores the result, so that the page can be reloaded.
 */
export async function startCheckoutTransfer(
  visit: Visit,
  request: Request,
  mail?: { email: string; remind: boolean },
): Promise<ApiResult<unknown>> {
  const { session, brand, api, shop } = visit
  const transferSubject = session.get('resume')
  if (!transferSubject) throw new TypeError('There is no booking to go on with elsewhere')
  const { path, departureId, departAt } = transferSubject
  const reminder = mail?.remind ? { departure_id: departureId, depart_at: departAt } : undefined
  const resume_url = `${getShopOrigin(request, shop.settings, brand.hosts)}/resume`
  const transfer = {
    draft_id: session.get('draftId') ?? '',
    brand_id: brand.id,
    path,
    ...(mail ? { email: mail.email, resume_url, reminder } : {}),
  }
  const made = await api.post('/v1/resumptions', CheckoutTransferReply, { body: { resumption: transfer } })
  if (made.ok) {
    const { code, expires_at: codeUntil } = made.data.resumption
    const result = mail ? { mailedTo: mail.email, reminded: mail.remind } : { code: code ?? '', codeUntil }
    session.set('resume', { ...transferSubject, ...result })
  }
  return made
}

/**
 * Continues the checkout in this session, by a typed code or a link's secret. The transferred draft
 * replaces the session's own, and its unfinished order is dropped.
 *
 * @returns the page to continue at, or the reason of the refusal
 */
export async function openCheckoutTransfer(
  { session, api, brand }: Visit,
  secret: string,
): Promise<{ ok: true; path: string } | { ok: false; status: number; text: string }> {
  const body = { resumption: { secret, brand_id: brand.id } }
  const opened = await api.post('/v1/resumptions/open', CheckoutTransferOpenedReply, { body })
  if (!opened.ok) return { ok: false, status: opened.status, text: opened.message }
  const { draft, path } = opened.data.resumption
  session.set('draftId', draft.id)
  for (const name of ['order', 'booked', 'tenders', 'resume'] as const) session.unset(name)
  return { ok: true, path }
}

/** The answer is the same for every visitor. */
export const stopReminders = ({ api }: Visit, secret: string): Promise<ApiResult<undefined>> =>
  api.post('/v1/reminder_stops', z.undefined(), { body: { reminder_stop: { secret } } })

/** The secret of a mailed link; undefined if the parameter cannot be one. */
export const readLinkSecret = (param: string | undefined): string | undefined =>
  /^[\w-]{43}$/.test(param ?? '') ? param : undefined
