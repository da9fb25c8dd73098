import { type GiftOffer, GiftShareOneReply } from '#contract/gift-share.ts'
import { type ShareStatusPageProps } from './share-status-page.tsx'
import { flightLines, describeDeadline } from '../waitlist/waitlist-text.ts'
import { PRIVATE_HEADERS } from '../visit/session.server.ts'
import { type Giver } from './share-gifts.server.ts'
import { requireData, type Visit } from '../visit/load-visit.server.ts'
import { NOT_FOUND_PAGE } from '../visit/error-messages.ts'

const NOTICES: Readonly<Record<string, string>> = {
  changed: 'Saved. The gift goes where you say now.',
}

/** The path of a gift one gave; @throws Response 404 for what cannot be one */
export function sharePath(id: string | undefined): string {
  if (id === undefined || !/^[1-9]\d{0,8}$/.test(id)) {
    throw new Response(NOT_FOUND_PAGE, { status: 404, headers: PRIVATE_HEADERS })
  }
  return `/v1/gift_shares/${id}`
}

/** The proposed day and what became of it; undefined where nothing is left to say. */
function proposalWords({ state, flight, expires_at: until }: GiftOffer, now: Date): string | undefined {
  const day = `Proposed: ${flightLines(flight).join(', ')}.`
  if (state === 'open') return `${day} The seats are kept until ${describeDeadline(until, flight, now)}.`
  return state === 'expired' && flight.called_off
    ? `${day} This flight was called off. Any other day can be chosen.`
    : undefined
}

/** @throws Response 404 for a gift that is not theirs */
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
    typed: { recipient: gift.recipient ?? '', message: gift.message ?? '', sendOn: gift.send_on ?? '' },
    problems: {},
    failure: undefined,
    notice: NOTICES[done ?? ''],
    proposal,
    timezone: brand.time_zone,
  }
}

export type StatusAnswer = { location: string } | { status: number; page: ShareStatusPageProps }

/** Changes a gift, or takes it back; refused, the page shows why and keeps what was typed. */
export async function changeGift(
  visit: Visit,
  giver: Pick<Giver, 'userApi'>,
  id: string | undefined,
  form: FormData,
): Promise<StatusAnswer> {
  const path = sharePath(id)
  const text = (name: string) => String(form.get(name) ?? '').replaceAll('\r\n', '\n')
  if (text('intent') === 'take_back') {
    const taken = await giver.userApi.post(`${path}/take_back`, GiftShareOneReply, { body: {} })
    if (taken.ok) return { location: '/account/gift-cards?done=taken' }
    return {
      status: taken.status,
      page: { ...(await loadGiftStatus(visit, giver, id)), failure: taken.message },
    }
  }
  const typed = {
    recipient: text('recipient').trim().slice(0, 254),
    message: text('message').slice(0, 2000),
    sendOn: text('send_on').slice(0, 10),
  }
  const day = form.has('send_on') ? { send_on: typed.sendOn || null } : {}
  const fields = { recipient: typed.recipient, message: typed.message.trim() || null, ...day }
  const result = await giver.userApi.patch(path, GiftShareOneReply, { body: { gift_share: fields } })
  if (result.ok) return { location: `/account/gift-cards/shares/${id ?? ''}?done=changed` }
  const of = (name: string) => result.errors[name]?.[0]
  const [recipient, message, sendOn] = [of('recipient'), of('message'), of('send_on')]
  const problems = {
    ...(recipient ? { recipient } : {}),
    ...(message ? { message } : {}),
    ...(sendOn ? { sendOn } : {}),
  }
  const failure = Object.keys(problems).length > 0 ? undefined : result.message
  const page = await loadGiftStatus(visit, giver, id)
  return { status: result.status, page: { ...page, typed, problems, failure } }
}
