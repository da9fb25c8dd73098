import {
  type GuestChangeDetails,
  type RescheduleDetails,
  type UpgradeChangeDetails,
} from '../../rules/reschedules/order-change-request.ts'
import { type OrderChange } from './find-change.ts'

/** What a change asks for is shaped by its kind. */
export const isFlightChange = (change: OrderChange): change is OrderChange & { wish: RescheduleDetails } =>
  change.kind === 'reschedule'

export const isUpgradeChange = (
  change: OrderChange,
): change is OrderChange & { wish: UpgradeChangeDetails } => change.kind === 'upgrades'

export const isGuestChange = (change: OrderChange): change is OrderChange & { wish: GuestChangeDetails } =>
  change.kind === 'guests'
