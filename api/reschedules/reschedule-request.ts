import { type FieldErrors } from '#contract/errors.ts'
import { type SignedInCaller } from '../http/http.ts'
import { type ReschedulableParty } from './load-reschedule.ts'

export interface RescheduleInput {
  /** The order's old flight; undefined for its only one. */
  flightId?: number | undefined
  /** The number to reschedule; undefined for all. */
  quantity?: number | undefined
  /** The passengers to reschedule. */
  passengerIds?: readonly number[] | undefined
  /** Another product that staff chose; customers stay with what they fly. */
  productId?: number | undefined
  departureId: number
  departAt: Date
  useCredit: boolean
  /** A price that was shown before. */
  quote?: string | undefined
  by: SignedInCaller
  /** Whose credit pays; by default the caller's. */
  payer?: Payer | undefined
  /** Staff reschedule it, also where customers may not do so themselves. */
  forCustomer?: boolean
  /** Staff waive the fee. */
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
