import { eq } from 'drizzle-orm'
import { type OrderPassengersReply } from '#contract/passenger.ts'
import { passengers } from '../../db/schema/orders.ts'
import { type ApiDeps } from '../../deps.ts'
import { readMailBrand } from '../mails/read-mail-brand.ts'
import { findFlightOf, findPassengers, formState, isDone } from './find-passenger.ts'
import { openPassengerToken } from './passenger-token.ts'

/** The passengers of a paid order for its buyer: done or not, and each one's link. Nothing of what they gave. */
export async function listOrderPassengers(
  { database: { db }, settings, clock }: Pick<ApiDeps, 'database' | 'settings' | 'clock'>,
  orderId: number,
): Promise<OrderPassengersReply> {
  const found = await findPassengers(db, eq(passengers.orderId, orderId))
  const [first] = found
  const flight = first && (await findFlightOf(db, { id: orderId, flightId: first.passenger.flightId }))
  if (!first || !flight) return { passengers: [], open_until: null, open: false }
  const { origin } = await readMailBrand(db, settings, first.order.brandId)
  const state = formState(first.order, flight, clock.now())
  const list = found.filter((one, index) => found[index - 1]?.passenger.id !== one.passenger.id)
  return {
    passengers: list.map((one, index) => ({
      id: one.passenger.id,
      number: index + 1,
      full_name: one.passenger.fullName,
      done: isDone(one),
      link: one.link && `${origin}/passengers/${openPassengerToken(settings.secrets.code, one.link)}`,
      mailed_at: one.link?.mailedAt?.toISOString() ?? null,
    })),
    open_until: flight.check_in_at,
    open: state === 'open',
  }
}
