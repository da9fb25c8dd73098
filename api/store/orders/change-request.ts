import { type RescheduleWish, type UpgradesWish } from '../../rules/reschedules/order-change-request.ts'
import { type OrderChange } from './find-change.ts'

/** What a change asks for is shaped by its kind. */
export const isMove = (change: OrderChange): change is OrderChange & { wish: RescheduleWish } =>
  change.kind === 'reschedule'

export const isUpgrades = (change: OrderChange): change is OrderChange & { wish: UpgradesWish } =>
  change.kind === 'upgrades'
