import { type GiftOffer, GiftShareOneReply } from '#contract/gift-share.ts'
import { SHARE_SHAPE, ShareForm } from './share-form.ts'
import { type ShareStatusPageProps } from './share-status-page.tsx'
import { flightLines, describeDeadline } from '../waitlist/waitlist-text.ts'
import { answerOf, type FormAnswer } from '../ui/form/form-shape.ts'
import { parseForm, refuseForm } from '../ui/form/read-form.server.ts'
import { isSent, readIntent } from '../ui/form/sent-values.server.ts'
import { PRIVATE_HEADERS } from '../visit/session.server.ts'
import { type Giver } from './share-gifts.server.ts'
import { requireData, type Visit } from '../visit/load-visit.server.ts'
import { NOT_FOUND_PAGE } from '../visit/error-messages.ts'

const NOTICES: Readonly<Record<string, string>> = {
  changed: 'Saved. The gift goes where you say now.',
}

/**
 * The path of a gift that the account sent.
 *
 * @throws Response 404 for an invalid id
 */
export function sharePath(id: string | undefined): string {
  if (id === undefined || !/^[1-9]\d{0,8}$/.test(id)) {
    throw new Response(NOT_FOUND_PAGE, { status: 404, headers: PRIVATE_HEADERS })
  }
  return `/v1/gift_shares/${id}`
}

/** The proposed departure and its state; undefined if there is nothing to say about it. */
function proposalWords({ state, flight, expires_at: until }: GiftOffer, now: Date): string | undefined {
  const day = `Proposed: ${flightLines(flight).join(', ')}.`
  if (state === 'open') return `${day} The seats are kept until ${describeDeadline(until, flight, now)}.`
  return state === 'expired' && flight.called_off
    ? `${day} This flight was called off. Any other day can be chosen.`
    : undefined
}

/** @throws Response 404 for a gift of another account */
export async function loadGiftStatus(
  { brand, now }: Visit,
  { userApi }: Pick<Giver, 'userApi'>,
  id: string | undefined,
  done: string | null = null,
): Promise<ShareStatusPageProps> {
  const result = await userApi.get(sharePath(id), GiftShareOneReply)
  if (!result.ok && result.status === 404) {
    throw new Response(NOT_FOUND_PAGE, { status: 404, headers: PRIVATE_HEADERS })
  }
  const { gift_share: gift } = requireData(result)
  const { offer } = gift
  const proposal = offer ? proposalWords(offer, now) : undefined
  return {
    gift,
    notice: NOTICES[done ?? ''],
    proposal,
    timezone: brand.time_zone,
  }
}

export type StatusAnswer = { location: string } | { status: number; page: ShareStatusPageProps }

/**
 * Changes a gift, or withdraws it. After a refusal the page shows the reason and keeps what was
 * typed.
 */
export async function changeGift(
  visit: Visit,
  giver: Pick<Giver, 'userApi'>,
  id: string | undefined,
  form: FormData,
): Promise<StatusAnswer> {
  const path = sharePath(id)
  const refuse = async (status: number, answer: FormAnswer): Promise<StatusAnswer> => ({
    status,
    page: { ...(await loadGiftStatus(visit, giver, id)), answer },
  })
  const submission = parseForm(form, ShareForm)
  if (readIntent(form) === 'take_back') {
    const taken = await giver.userApi.post(`${path}/take_back`, GiftShareOneReply, { body: {} })
    if (taken.ok) return { location: '/account/gift-cards?done=taken' }
    return refuse(taken.status, answerOf(SHARE_SHAPE.id, { text: taken.message, problems: {}, typed: {} }))
  }
  if (submission.status !== 'success') return refuse(422, refuseForm(SHARE_SHAPE, submission))
  const { recipient, message, send_on } = submission.value
  // A gift that was sent has no date any more, so its form has no such field.
  const gift_share = { recipient, message, ...(isSent(form, 'send_on') ? { send_on } : {}) }
  const result = await giver.userApi.patch(path, GiftShareOneReply, { body: { gift_share } })
  if (result.ok) return { location: `/account/gift-cards/shares/${id ?? ''}?done=changed` }
  return refuse(result.status, refuseForm(SHARE_SHAPE, submission, result))
}
