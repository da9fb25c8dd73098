import { createRoute } from '@hono/zod-openapi'
import { z } from 'zod'
import { WaitlistOfferReply } from '#contract/waitlist.ts'
import { createRouter } from '../../http/http.ts'
import { declineWaitlistOffer } from '../decline-waitlist-offer.ts'
import { readWaitlistOffer } from '../read-waitlist-offer.ts'
import { jsonReply } from '../../http/json-reply.ts'
import { refuse } from '../refusals.ts'

const params = z.object({ token: z.string().max(100) })

const read = createRoute({
  method: 'get',
  path: '/v1/waitlist_offers/{token}',
  summary: 'A waitlist offer with held seats, by its mailed link',
  description:
    'The flight and the size of the party, without personal data. To accept it, place an order ' +
    'for the departure with the link’s secret as `waitlist_offer`.',
  request: { params },
  responses: { 200: jsonReply('The offer', WaitlistOfferReply) },
})
const decline = createRoute({
  method: 'post',
  path: '/v1/waitlist_offers/{token}/decline',
  summary: 'Decline a waitlist offer, whose seats go to the next entry at once',
  request: { params },
  responses: { 200: jsonReply('The offer as it is now', WaitlistOfferReply) },
})

export const waitlistOffers = createRouter()
  .openapi(read, async (c) => {
    const found = await readWaitlistOffer(c.get('deps'), c.req.valid('param').token)
    return found.ok ? c.json({ waitlist_offer: found.offer }, 200) : refuse(c, found.reason)
  })
  .openapi(decline, async (c) => {
    const found = await declineWaitlistOffer(c.get('deps'), c.req.valid('param').token)
    return found.ok ? c.json({ waitlist_offer: found.offer }, 200) : refuse(c, found.reason)
  })
