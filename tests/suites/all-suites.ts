import { firstPurchase } from './first-purchase.ts'
import { type Suite } from './suite.ts'
import { unbreakablePurchase } from './unbreakable-purchase.ts'
import { whatTheShopSays } from './what-the-shop-says/index.ts'

export const allSuites: readonly Suite[] = [firstPurchase, unbreakablePurchase, whatTheShopSays]
