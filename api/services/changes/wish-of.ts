import { type RescheduleWish, type UpgradesWish } from '../../domain/orders/order-change-wish.ts'
import { type OrderChange } from './find-change.ts'

/** What a change asks for is shaped by its kind. */
export const isMove = (change: OrderChange): change is OrderChange & { wish: RescheduleWish } =>
  change.kind === 'reschedule'

export const isUpgrades = (change: OrderChange): change is OrderChange & { wish: UpgradesWish } =>
  change.kind === 'upgrades'
