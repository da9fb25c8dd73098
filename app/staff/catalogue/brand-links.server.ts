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
  const seen = (text: string, path: string) => ({ text, href: `${origin}${path}`, shop: true })
  const kept = (text: string, path: string) => ({ text, href: `/staff/${path}`, shop: false })
  return {
    identity: [seen('The first page', '/'), seen('About us', '/about-us')],
    desk: [seen('The contact page', '/contact')],
    seller: [seen('Terms and conditions', '/terms-conditions')],
    sales: [seen('What it sells', '/product'), kept('Products and their limits', 'catalogue/products')],
    moves: [
      seen('Moving a flight', '/reschedule-flight'),
      kept('Products and until when they can be cancelled', 'catalogue/products'),
    ],
    money: [
      kept('Its fees', `catalogue/fees?brand_id=${id}`),
      kept('Its discounts', `catalogue/discounts?brand_id=${id}`),
      kept('Its campaigns', `catalogue/campaigns?brand_id=${id}`),
    ],
    open: [
      seen('The shop as it stands now', '/'),
      kept('Who changed this brand', `audit?resource=brands&id=${id}`),
    ],
  }
}
