import { type LoaderFunctionArgs } from '@remix-run/node'
import { noteOpenedOffer } from '../rebooking/rebooking-offer.server.ts'
import { SECRET_PAGE_HEADERS } from '../visit/mailed-link.server.ts'
import { loadVisit } from '../visit/load-visit.server.ts'

/** A transparent pixel. */
const PIXEL = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')

/** A picture of the page of an offer: whoever loads it has the page before them. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { api } = await loadVisit(request, context)
  const isKnown = await noteOpenedOffer(api, params['id'] ?? '')
  const headers = { ...SECRET_PAGE_HEADERS, 'Content-Type': 'image/gif' }
  return new Response(isKnown ? PIXEL : null, { status: isKnown ? 200 : 404, headers })
}
