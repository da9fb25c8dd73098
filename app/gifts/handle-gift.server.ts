import { type Gift, GiftReply } from '#contract/gift-share.ts'
import { WaitlistOfferReply } from '#contract/waitlist.ts'
import { accountHref } from '../account/account-tabs.ts'
import { type GiftPageProps } from './gift-page.tsx'
import { flightLines, describeDeadline } from '../waitlist/waitlist-text.ts'
import { SECRET_PAGE_HEADERS } from '../visit/mailed-link.server.ts'
import { NO_CHOICE } from '../payments/payer-tenders.server.ts'
import { requireData, type Visit } from '../visit/load-visit.server.ts'
import { NOT_FOUND_PAGE } from '../visit/error-messages.ts'

/** @throws Response 404 for an invalid link */
export async function requireGift({ api }: Visit, token: string | undefined) {
  const notFound = new Response(NOT_FOUND_PAGE, { status: 404, headers: SECRET_PAGE_HEADERS })
  if (token === undefined || !/^[\w-]{16,100}$/.test(token)) throw notFound
  const result = await api.get(`/v1/gifts/${token}`, GiftReply)
  if (!result.ok && result.status === 404) throw notFound
  if (!result.ok) throw new Response(result.message, { status: result.status, headers: SECRET_PAGE_HEADERS })
  return { gift: result.data.gift, token }
}

export function giftPage(visit: Visit, { gift, token }: { gift: Gift; token: string }): GiftPageProps {
  const { offer } = gift
  const open = offer?.state === 'open' ? offer : undefined
  return {
    gift,
    action: `/gifts/${token}`,
    timezone: visit.brand.time_zone,
    proposal: open && {
      day: flightLines(open.flight).join(', '),
      until: describeDeadline(open.expires_at, open.flight, visit.now),
    },
    cancelledDay:
      offer?.state === 'expired' && offer.flight.called_off
        ? flightLines(offer.flight).join(', ')
        : undefined,
    login: visit.user
      ? undefined
      : {
          login: accountHref('login', '/account/gift-cards'),
          register: accountHref('register', '/account/gift-cards'),
        },
  }
}

/**
 * Performs the action of a button on the gift's page.
 *
 * @returns the address to redirect to
 */
export async function handleGift(visit: Visit, token: string | undefined, intent: unknown): Promise<string> {
  const found = await requireGift(visit, token)
  const { api, session } = visit
  const here = `/gifts/${found.token}`
  const call = `/v1${here}`
  switch (intent) {
    case 'open':
      requireData(await api.post(`${call}/open`, GiftReply, { body: {} }))
      return `${here}#codes`
    case 'hide':
    case 'show':
      requireData(await api.patch(call, GiftReply, { body: { gift: { hidden: intent === 'hide' } } }))
      return `${here}#main`
    case 'decline':
      requireData(
        await api.post(`/v1/waitlist_offers/${found.token}/decline`, WaitlistOfferReply, { body: {} }),
      )
      if (session.get('waitlistOffer') === found.token) session.unset('waitlistOffer')
      return `${here}#main`
    case 'take':
    case 'redeem':
      return found.gift.opened ? redeem(visit, found, intent) : `${here}#main`
    default: {
      // A gift of several flights is redeemed for one of them.
      const flight = /^redeem-(\d{1,9})$/.exec(typeof intent === 'string' ? intent : '')?.[1]
      if (flight === undefined || !found.gift.opened) return `${here}#main`
      return redeem(visit, found, 'redeem', Number(flight))
    }
  }
}

/**
 * Selects the gift for this purchase, and leads to the proposed departure or to the calendar. No
 * code appears in an address.
 */
function redeem(
  { session }: Visit,
  { gift, token }: { gift: Gift; token: string },
  intent: 'take' | 'redeem',
  productId?: number,
): string {
  const usable = gift.parts.filter(
    ({ status, product }) =>
      status === 'available' && (productId === undefined || !product || product.id === productId),
  )
  const before = session.get('tenders') ?? NO_CHOICE
  const idsOf = (kind: Gift['parts'][number]['kind']) =>
    usable.filter((part) => part.kind === kind).map(({ id }) => id)
  session.set('tenders', {
    ...before,
    giftCards: [...new Set([...before.giftCards, ...idsOf('gift_card')])],
    vouchers: [...new Set([...before.vouchers, ...idsOf('voucher')])],
  })
  const { offer } = gift
  if (intent === 'take' && offer?.state === 'open') {
    session.set('waitlistOffer', token)
    const { flight, quantity, quantity_type: type } = offer
    const query = `date=${flight.local_date}&departure=${String(flight.departure_id)}&quantity_type=${type}`
    return `/checkout/${flight.product_slug}/pay?${query}&quantity=${String(quantity)}&redeem=1`
  }
  const first = usable.find(({ product }) => product)
  const slug = first?.product?.slug
  const alike = usable.filter(({ product, unit }) => product?.slug === slug && unit === 'seat').length
  const party =
    first?.unit === 'flight' ? '&quantity_type=flight' : alike > 1 ? `&quantity=${String(alike)}` : ''
  return `/checkout${slug ? `/${slug}` : ''}?redeem=1${party}#main`
}
