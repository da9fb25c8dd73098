import { type AvailableDeparture } from '#contract/availability.ts'
import { type Product } from '#contract/catalogue.ts'
import { WaitlistJoinedReply } from '#contract/waitlist.ts'
import { type FormAnswer } from '../ui/form/form-shape.ts'
import { parseForm, refuseForm } from '../ui/form/read-form.server.ts'
import { JOIN_SHAPE, JoinWaitlist } from './join-shape.ts'
import { flightLines } from './waitlist-text.ts'
import { type ShownFlight } from './waitlist-page.tsx'
import { loadChoice, requireProduct } from '../selection/load-choice.server.ts'
import { hasWaitlist, waitlistHref } from './list-waitlist-links.server.ts'
import { type Visit } from '../visit/load-visit.server.ts'
import { stepHrefs } from '../selection/step-hrefs.server.ts'

export interface LoadedWaitlist {
  departure: AvailableDeparture
  /** Whether the party can book now, the departure is no longer sold, or the waitlist is open. */
  status: AvailableDeparture['status']
  flight: ShownFlight
  sold: { seats: boolean; flights: boolean }
  hrefs: { pay: string; when: string }
  /** Path and query of this page. */
  action: string
}

/** The departure in the address whose waitlist is to be joined. */
export async function loadWaitlist(
  visit: Visit,
  param: string,
): Promise<LoadedWaitlist | { elsewhere: string }> {
  const { query } = visit
  const product = await requireProduct(visit, param)
  const hrefs = stepHrefs(param, query)
  if (!query.date || !hasWaitlist(visit, product)) return { elsewhere: hrefs.when }
  const { choice } = await loadChoice(visit, product, { date: query.date, continuing: true })
  const { departure } = choice
  if (!departure) return { elsewhere: hrefs.when }
  return {
    departure,
    status: departure.status,
    flight: showFlight(product, departure),
    sold: { seats: product.seat_price !== null, flights: product.flight_price !== null },
    hrefs,
    action: waitlistHref(param, query, departure.departure_id),
  }
}

const showFlight = (product: Product, departure: AvailableDeparture): ShownFlight => ({
  name: product.name,
  product: product.id,
  place: product.place,
  photo: product.photo,
  photo_focal: product.photo_focal,
  tags: departure.tags.length > 0 ? departure.tags : product.tag_list,
  lines: flightLines({ ...departure, terminal_name: product.departure_terminal_name }),
})

/** The initial values: the party of the address, and the account's e-mail and phone. */
export const getInitialFields = ({ query, user }: Visit): Record<string, string> => ({
  quantity: query.quantity.text,
  quantity_type: query.quantityType ?? 'seat',
  email: user?.email ?? '',
  phone: user?.phone ?? '',
})

export type WaitlistJoinResult =
  { ok: true; email: string } | { ok: false; status: number; answer: FormAnswer }

/** Submits the form to the service. */
export async function joinWaitlist(
  visit: Visit,
  { departure }: LoadedWaitlist,
  form: FormData,
): Promise<WaitlistJoinResult> {
  const submission = parseForm(form, JoinWaitlist)
  if (submission.status !== 'success') {
    return { ok: false, status: 422, answer: refuseForm(JOIN_SHAPE, submission) }
  }
  const client = (visit.user && visit.userApi) ?? visit.api
  const { departure_id, depart_at } = departure
  const waitlist_entry = { ...submission.value, brand_id: visit.brand.id, departure_id, depart_at }
  const result = await client.post('/v1/waitlist_entries', WaitlistJoinedReply, { body: { waitlist_entry } })
  if (result.ok) return { ok: true, email: submission.value.email }
  return { ok: false, status: result.status, answer: refuseForm(JOIN_SHAPE, submission, result) }
}
