import { type PassengerDetails } from '#contract/passenger.ts'
import { type passengers } from '../db/schema/passengers.ts'

type PassengerRow = typeof passengers.$inferSelect
type DetailColumns = Pick<PassengerRow, 'fullName'>

/** The columns of what passengers say of themselves in words. */
export const toDetailColumns = ({ full_name: fullName }: PassengerDetails): DetailColumns => ({ fullName })

/** A passenger's type as `/v1` names it; nothing for an adult. */
export const presentType = ({
  passengerType: type,
}: Pick<PassengerRow, 'passengerType'>): { passenger_type?: string } =>
  type === null ? {} : { passenger_type: type }

/** What they say of themselves and their type as `/v1` names it: on their own page, and on the manifest. */
export const presentDetails = ({
  fullName,
  ...row
}: DetailColumns & Pick<PassengerRow, 'passengerType'>): PassengerDetails & { passenger_type?: string } => ({
  full_name: fullName,
  ...presentType(row),
})
