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
  summary: 'Seats that are kept for somebody who waited, by the mailed link',
  description:
    'The flight and the size of the party, and nothing of anybody. To take them, place an ' +
    'order on the departure with the link’s secret as `waitlist_offer`.',
  request: { params },
  responses: { 200: jsonReply('The offer', WaitlistOfferReply) },
})
const decline = createRoute({
  method: 'post',
  path: '/v1/waitlist_offers/{token}/decline',
  summary: 'No thanks: the seats go to the next in line at once',
  request: { params },
  responses: { 200: jsonReply('The offer as it stands now', WaitlistOfferReply) },
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
