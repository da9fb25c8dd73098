import { expect } from 'vitest'
import { type Order } from '#contract/order.ts'
import { BALANCED_BOOKS, readBookErrors, logInAgain } from './give-tenders.ts'
import { flightAt } from './reschedule-flight.ts'
import { type Flight, openPayingShop, type PayingShop } from './paying-shop.ts'
import { type Sold } from './sold-order.ts'

export interface ReschedulingShop extends PayingShop {
  /**
   * Departures of a week without passengers: Friday at 21:30 costs 249, Thursday at 11:00 costs
   * 209, and the sold one is Friday at 11:00 for 229.
   */
  nextWeek: () => { sellExpensiveFlight: () => Promise<Flight>; cheap: () => Promise<Flight> }
  /** Logs the same person in again, because the clock was advanced beyond the life of a token. */
  again: (sold: Sold) => Promise<Sold>
  /** Advances the clock by a second. */
  rereadOrder: (sold: Sold) => Promise<Order>
  /** Checks that the ledger agrees and that every seat is counted once. */
  expectConsistent: () => Promise<void>
}

/** Where an order's first flight departs. */
export const placeOf = ({ flights: [flight] }: Order): Flight => ({
  departureId: flight?.departure_id ?? 0,
  departAt: flight?.depart_at ?? '',
})

/** A shop that takes payments, whose orders are rescheduled. */
export async function openReschedulingShop(): Promise<ReschedulingShop> {
  const shop = await openPayingShop()
  let week = 20
  return {
    ...shop,
    nextWeek: () => {
      week += 1
      const day = (offset: number) =>
        new Date(Date.UTC(2027, 4, 14 + offset) + week * 7 * 86_400_000).toISOString().slice(0, 10)
      return {
        sellExpensiveFlight: () => flightAt(shop, day(0), '21:30'),
        cheap: () => flightAt(shop, day(-1), '11:00'),
      }
    },
    again: async ({ buyer, order }) => ({
      buyer: { ...buyer, token: await logInAgain(shop.deps, buyer.userId) },
      order,
    }),
    rereadOrder: ({ buyer, order }) => {
      shop.clock.advance(1 / 60)
      return shop.read(buyer.token, order)
    },
    expectConsistent: async () => {
      expect(await readBookErrors(shop.deps)).toEqual(BALANCED_BOOKS)
      const { rows } = await shop.deps.database.query(
        `select f.id from flights f left join holds h on h.flight_id = f.id and h.state <> 'released'
          group by f.id having f.seats_sold <> coalesce(sum(h.seats) filter (where h.state = 'sold'), 0)
            or f.seats_held <> coalesce(sum(h.seats) filter (where h.state = 'held'), 0)`,
      )
      expect(rows).toEqual([])
    },
  }
}
