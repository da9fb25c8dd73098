/** Upgrades to add to an order that is paid. */
export interface UpgradesWish {
  upgrades: {
    upgradeId: number
    /** As it will stand on the order. */
    quantity: number
    answer: string | null
  }[]
}

/** What a change asks for; one shape for each kind of change. */
export type OrderChangeWish = UpgradesWish
