import { aircraftResource, aircraftTypeResource } from './aircraft-resources.ts'
import {
  campaignResource,
  fareResource,
  feeResource,
  productCategoryResource,
  terminalResource,
  upgradeResource,
} from './catalogue-resources.ts'
import {
  brandResource,
  departureExceptionResource,
  departureResource,
  productResource,
} from './flight-resources.ts'
import { flightResource } from './flown-resource.ts'
import { mailResource } from './mail-resource.ts'
import {
  auditResource,
  creditResource,
  discountCodeResource,
  discountResource,
  orderItemGiftCardsResource,
  orderItemSeatsResource,
  orderResource,
  paymentAttemptResource,
  paymentResource,
  refundResource,
  userResource,
} from './order-resources.ts'
import { operatorResource } from './operator-resource.ts'
import { giftCardResource } from './gift-card-resource.ts'
import { passengerResource, prizeResource, voucherResource } from './people-resources.ts'
import { type Resource } from './resource.ts'

/** Every kind of thing whose calls follow from its declaration. */
export const allResources: readonly Resource[] = [
  productCategoryResource,
  fareResource,
  terminalResource,
  upgradeResource,
  feeResource,
  campaignResource,
  productResource,
  departureResource,
  departureExceptionResource,
  aircraftTypeResource,
  aircraftResource,
  operatorResource,
  brandResource,
  discountResource,
  discountCodeResource,
  flightResource,
  orderResource,
  orderItemSeatsResource,
  orderItemGiftCardsResource,
  paymentResource,
  paymentAttemptResource,
  refundResource,
  creditResource,
  passengerResource,
  prizeResource,
  giftCardResource,
  voucherResource,
  userResource,
  auditResource,
  mailResource,
]
