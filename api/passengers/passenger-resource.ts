import { and, eq, exists, isNull, or } from 'drizzle-orm'
import { passengerShape } from '#contract/resources/people-shapes.ts'
import { flights } from '../db/schema/inventory.ts'
import { holds } from '../db/schema/holds.ts'
import { passengers } from '../db/schema/passengers.ts'
import { declareResource } from '../resources/resource.ts'

const WITH_SEATS = 'Passengers come and go with the seats of their order: sell, move or refund those.'

/**
 * Whom the flight team has to know. The name and the seating are set here; a weight is told by the
 * passenger, and judged there. None of the three stands in the audit log, which nobody can clean.
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
