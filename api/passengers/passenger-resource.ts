import { and, eq, exists, isNull, or } from 'drizzle-orm'
import { passengerShape } from '#contract/resources/people-shapes.ts'
import { flights } from '../db/schema/inventory.ts'
import { holds } from '../db/schema/holds.ts'
import { passengers } from '../db/schema/passengers.ts'
import { declareResource } from '../resources/resource.ts'

const WITH_SEATS = 'Passengers come and go with the seats of their order: sell, move or refund those.'

/**
 * The passengers of flights. Staff set the name and the seating here; the passenger's own form sets
 * and checks the weight. The audit log stores none of the three, because it is never erased.
 */
export const passengerResource = declareResource({
  shape: passengerShape,
  table: passengers,
  methods: ['list', 'read', 'create', 'change', 'remove'],
  refused: { create: WITH_SEATS, remove: WITH_SEATS },
  columns: { weight: 'weightLbs' },
  unaudited: ['full_name', 'weight', 'seating'],
  ownRows: (db, caller) =>
    Promise.resolve(
      exists(
        db
          .select({ id: holds.id })
          .from(holds)
          .innerJoin(flights, eq(flights.id, holds.flightId))
          .where(
            and(
              eq(holds.orderId, passengers.orderId),
              eq(holds.state, 'sold'),
              eq(flights.pilotId, caller.userId),
              or(isNull(passengers.flightId), eq(passengers.flightId, flights.id)),
            ),
          ),
      ),
    ),
})
