import { orderItemGiftCardsShape } from '#contract/resources/desk-shapes.ts'
import { orderItemGiftCards } from '../db/schema/tenders.ts'
import { declareOrderItems } from '../resources/order-item-resource.ts'

export const orderItemGiftCardsResource = declareOrderItems({
  shape: orderItemGiftCardsShape,
  table: orderItemGiftCards,
  orderId: orderItemGiftCards.orderId,
})
