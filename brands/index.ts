import { type ShopBrand } from './brand.ts'
import { loftAndRotor } from './loft-and-rotor/brand.ts'
import { tidewaterHeli } from './tidewater-heli/brand.ts'

/** The brands with a folder of their own; the first is the theme of all others. */
export const shopBrands: readonly [ShopBrand, ...ShopBrand[]] = [loftAndRotor, tidewaterHeli]

/** How a brand looks and speaks. */
export const findShopBrand = (id: number | undefined): ShopBrand =>
  shopBrands.find((brand) => brand.id === id) ?? shopBrands[0]
