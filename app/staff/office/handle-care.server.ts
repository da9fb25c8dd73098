import { z } from 'zod'
import { CareOccasion, CareReportsReply, CareSwitchReply } from '#contract/care.ts'
import { Id } from '#contract/primitives.ts'
import { loadBrandNames } from '../parts/load-brand-names.server.ts'
import { requireForm } from '../parts/require-form.server.ts'
import { type StaffVisit } from '../parts/staff-visit.server.ts'
import { requireData } from '../../visit/load-visit.server.ts'

/** What the shop sent by itself, by brand, and what guests answered. */
export async function loadCare(staff: StaffVisit, query: URLSearchParams) {
  const { userApi, visit, factor } = staff
  const { care_reports: rows, reviews } = requireData(await userApi.get('/v1/care_reports', CareReportsReply))
  // A brand without a shop of its own sells nothing, and so writes to nobody.
  const shops = Object.keys(await loadBrandNames(staff)).map(Number)
  const isShop = (id: number) => shops.length === 0 || shops.includes(id)
  const brandIds = [...new Set(rows.map(({ brand_id: id }) => id))].filter(isShop)
  return {
    brands: brandIds.map((id) => ({ id, rows: rows.filter(({ brand_id: of }) => of === id) })),
    reviews,
    zone: visit.brand.time_zone,
    maySwitch: factor.roles.includes('admin'),
    switched: query.get('switched') !== null,
  }
}

export type Care = Awaited<ReturnType<typeof loadCare>>

const Switch = z.object({
  brand: Id,
  occasion: CareOccasion,
  intent: z.enum(['on', 'off']),
})

/** Switches an occasion off or on for a brand, from what the page showed. */
export async function switchCare({ userApi }: StaffVisit, form: FormData) {
  const { brand, occasion, intent } = requireForm(form, Switch)
  const on = intent === 'on'
  const done = await userApi.patch(`/v1/care_reports/${String(brand)}/${occasion}`, CareSwitchReply, {
    body: { care_report: { on, on_was: !on } },
  })
  return done.ok ? { to: '/staff/care?switched=1' } : { status: done.status, failure: done.message }
}
