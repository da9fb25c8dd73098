import { type ShopBrand } from './brand.ts'
import { loftAndRotor } from './loft-and-rotor/brand.ts'
import { tidewaterHeli } from './tidewater-heli/brand.ts'

/** The brands with a folder; the first one is the default. */
export const shopBrands: readonly [ShopBrand, ...ShopBrand[]] = [loftAndRotor, tidewaterHeli]

/** The folder of a brand; that of the first brand if there is none. */
export const findShopBrand = (id: number | undefined): ShopBrand =>
  shopBrands.find((brand) => brand.id === id) ?? shopBrands[0]
