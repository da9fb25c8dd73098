import { type PassengerDetails } from '#contract/passenger.ts'
import { type passengers } from '../db/schema/passengers.ts'

type PassengerRow = typeof passengers.$inferSelect
type DetailColumns = Pick<PassengerRow, 'fullName'>

/** The columns of what passengers say of themselves in words. */
export const toDetailColumns = ({ full_name: fullName }: PassengerDetails): DetailColumns => ({ fullName })

/** The same as `/v1` names it: on their own page, and on the manifest. */
export const presentDetails = ({ fullName }: DetailColumns): PassengerDetails => ({ full_name: fullName })
