import { type PgColumn } from 'drizzle-orm/pg-core'
import { ofOwnOrders } from '../store/orders/own-orders.ts'
import { whereOrderBrand } from './brand-scope.ts'
import { declareResource, type Resource } from './resource.ts'

const BOUGHT = 'What was bought stays as it was bought: add upgrades, move the flight or refund it instead.'

/** Declares items of orders: their buyer and staff read them, and nobody writes them. */
export const declareOrderItems = ({
  orderId,
  ...items
}: Pick<Resource, 'shape' | 'table'> & { orderId: PgColumn }): Resource =>
  declareResource({
    ...items,
    methods: ['list', 'read', 'create', 'change', 'remove'],
    refused: { create: BOUGHT, change: BOUGHT, remove: BOUGHT },
    ownRows: ofOwnOrders(orderId),
    brandRows: whereOrderBrand(orderId),
  })
