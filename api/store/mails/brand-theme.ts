import { type MailTheme } from '#brands/brand.ts'
import { findShopBrand } from '#brands/index.ts'

export type { MailTheme }

/** A brand without a theme of its own uses the first one. */
export const getMailTheme = (brandId: number): MailTheme => findShopBrand(brandId).mails
