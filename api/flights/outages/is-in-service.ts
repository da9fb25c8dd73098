import { sql } from 'drizzle-orm'
import { aircraft, aircraftOutages } from '../../db/schema/catalogue.ts'
import { flights } from '../../db/schema/inventory.ts'

/** Whether the aircraft of a flight is in service while it flies and is turned around. */
export const isInService = sql<boolean>`(${aircraft.inService} and not exists (
  select 1 from ${aircraftOutages} where ${aircraftOutages.aircraftId} = ${aircraft.id}
    and ${aircraftOutages.fromAt} < ${flights.readyAt} and ${aircraftOutages.untilAt} > ${flights.departAt}))`
