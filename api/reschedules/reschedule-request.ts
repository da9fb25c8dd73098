import { type FieldErrors } from '#contract/errors.ts'
import { type SignedInCaller } from '../http/http.ts'
import { type ReschedulableParty } from './load-reschedule.ts'

export interface RescheduleInput {
  /** The order's flight that is given up; undefined for its only one. */
  flightId?: number | undefined
  /** How many move; undefined for all. */
  quantity?: number | undefined
  /** Who moves. */
  passengerIds?: readonly number[] | undefined
  departureId: number
  departAt: Date
  useCredit: boolean
  /** A price that was shown before. */
  quote?: string | undefined
  by: SignedInCaller
  /** Whose credit pays; the asker's where nobody else is named. */
  payer?: Payer | undefined
  /** Staff move it: also where customers do not move their flights themselves. */
  forCustomer?: boolean
  /** Staff take no fee for it. */
  waivesFee?: boolean
}

export type Payer = Pick<SignedInCaller, 'kind' | 'userId' | 'emailProven'>

export type RescheduleProblem =
  | {
      reason:
        NonNullable<ReschedulableParty['obstacle']> | 'move_unknown' | 'move_second_seat' | 'same_flight'
    }
  | { reason: 'sold_out' | 'too_few' | 'too_heavy' | 'flight_closed' }
  | { reason: 'invalid'; fields: FieldErrors }
