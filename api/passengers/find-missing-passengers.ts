import { type ApiDeps } from '../deps.ts'
import { listOrderPassengers } from './list-order-passengers.ts'

/** A passenger whose name, weight or waiver is missing, and the page on which to tell it. */
export interface MissingPassenger {
  name: string
  link: string
}

/** The passengers of an order who can still tell what is missing; empty once the flight has left. */
export async function findMissingPassengers(
  deps: Pick<ApiDeps, 'database' | 'settings' | 'clock'>,
  orderId: number,
): Promise<MissingPassenger[]> {
  const { passengers, open } = await listOrderPassengers(deps, orderId)
  if (!open) return []
  return passengers.flatMap(({ done, link, full_name: name, number }) =>
    done || link === null ? [] : [{ name: name || `Passenger ${String(number)}`, link }],
  )
}
