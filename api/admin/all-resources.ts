import { aircraftResource, aircraftTypeResource } from '../flights/aircraft-resources.ts'
import {
  campaignResource,
  fareResource,
  feeResource,
  productCategoryResource,
  terminalResource,
  upgradeResource,
} from '../catalogue/catalogue-resources.ts'
import {
  brandResource,
  departureExceptionResource,
  departureResource,
  productResource,
} from '../catalogue/product-resources.ts'
import { flightResource } from '../flights/flight-resource.ts'
import { mailResource } from '../mails/mail-resource.ts'
import { textResource } from '../texts/text-resource.ts'
import {
  auditResource,
  creditResource,
  discountCodeResource,
  discountResource,
  orderItemSeatsResource,
  orderResource,
  paymentAttemptResource,
  paymentResource,
  refundResource,
  userResource,
} from './order-resources.ts'
import { operatorResource } from '../catalogue/operator-resource.ts'
import { giftCardResource, orderItemGiftCardsResource } from '../gifts/gift-card-resource.ts'
import { voucherResource } from '../gifts/voucher-resource.ts'
import { prizeResource } from '../pricing/prize-resource.ts'
import { passengerResource } from '../passengers/passenger-resource.ts'
import { type Resource } from '../resources/resource.ts'

/** Every resource whose `/v1` calls are generated from its declaration. */
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
  textResource,
]
