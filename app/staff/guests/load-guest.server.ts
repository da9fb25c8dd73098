import { z } from 'zod'
import { Id } from '#contract/primitives.ts'
import { type OrderFilePassenger, OrderFileReply } from '#contract/order-file.ts'
import { readForm } from '../../ui/form/sent-values.server.ts'
import { NOT_FOUND_PAGE } from '../../visit/error-messages.ts'
import { requireData } from '../../visit/load-visit.server.ts'
import { PRIVATE_HEADERS } from '../../visit/session.server.ts'
import { type StaffVisit } from '../parts/staff-visit.server.ts'

export interface StaffGuest {
  order: number
  guest: OrderFilePassenger
  /** Their number in the party, from 1. */
  number: number
  /** The flight whose page led here. */
  flight: number | undefined
}

const FromFlight = z.object({ flight: Id.optional().catch(undefined) })

/**
 * One guest of an order, with the link to their own page.
 *
 * @throws Response 404 for somebody who does not fly with this order, 503
 */
export async function loadGuest(
  { userApi }: StaffVisit,
  orderId: string,
  passenger: string,
  query: URLSearchParams,
): Promise<StaffGuest> {
  const { file } = requireData(await userApi.get(`/v1/orders/${orderId}/file`, OrderFileReply))
  const at = file.passengers.findIndex(({ id }) => String(id) === passenger)
  const guest = file.passengers[at]
  if (!guest) throw new Response(NOT_FOUND_PAGE, { status: 404, headers: PRIVATE_HEADERS })
  return { order: file.order_id, guest, number: at + 1, flight: readForm(query, FromFlight).flight }
}

/**
 * Gives the guest a new link: the page that was open stops working, and the seat can be picked
 * again.
 *
 * @returns why not
 */
export async function freeSeat(
  { userApi }: StaffVisit,
  orderId: string,
  passenger: string,
): Promise<{ status: number; text: string } | undefined> {
  const path = `/v1/orders/${orderId}/passengers/${encodeURIComponent(passenger)}/link`
  const renewed = await userApi.post(path, z.undefined(), { body: {} })
  return renewed.ok ? undefined : { status: renewed.status, text: renewed.message }
}
