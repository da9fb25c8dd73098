import { type GroupLinks } from './row-groups.tsx'
import { getBrands, getCanonicalOrigin } from '../../visit/brand.server.ts'
import { type StaffVisit } from '../parts/staff-visit.server.ts'

/**
 * The links beside a brand's settings, by group of the form: to what shoppers see of them, and to
 * related settings.
 */
export async function loadBrandLinks({ visit }: StaffVisit, id: string): Promise<GroupLinks> {
  const brand = (await getBrands(visit.shop, Date.now())).find((one) => String(one.id) === id)
  if (!brand) return {}
  const origin = getCanonicalOrigin(brand, visit.shop.settings)
  const shopLink = (text: string, path: string) => ({ text, href: `${origin}${path}`, shop: true })
  const staffLink = (text: string, path: string) => ({ text, href: `/staff/${path}`, shop: false })
  return {
    identity: [shopLink('The first page', '/'), shopLink('About us', '/about-us')],
    desk: [shopLink('The contact page', '/contact')],
    seller: [shopLink('Terms and conditions', '/terms-conditions')],
    sales: [shopLink('What it sells', '/product'), staffLink('Products and their limits', 'products')],
    moves: [
      shopLink('Moving a flight', '/reschedule-flight'),
      staffLink('Products and until when they can be cancelled', 'products'),
    ],
    money: [
      staffLink('Its fees', `catalogue/fees?brand_id=${id}`),
      staffLink('Its discounts', `catalogue/discounts?brand_id=${id}`),
      staffLink('Its campaigns', `catalogue/campaigns?brand_id=${id}`),
    ],
    open: [
      shopLink('The shop as it stands now', '/'),
      staffLink('Who changed this brand', `audit?resource=brands&id=${id}`),
    ],
  }
}
