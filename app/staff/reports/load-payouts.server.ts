import { PayoutReply, PayoutsReply } from '#contract/payout.ts'
import { type StaffVisit } from '../parts/staff-visit.server.ts'
import { requireData } from '../../visit/load-visit.server.ts'
import { readPage } from '../../visit/read-page.ts'

const PAGE_SIZE = 25
const LINES = 100

export async function loadPayouts({ userApi }: StaffVisit, query: URLSearchParams) {
  const pageQuery = { page: readPage(query), page_size: PAGE_SIZE }
  const { payouts, meta } = requireData(await userApi.get('/v1/payouts', PayoutsReply, { query: pageQuery }))
  return { payouts, pagination: meta.pagination }
}

/** @throws Response 404 if there is none */
export async function loadPayout({ userApi, visit }: StaffVisit, id: string, query: URLSearchParams) {
  const pageQuery = { page: readPage(query), page_size: LINES }
  const found = await userApi.get(`/v1/payouts/${id}`, PayoutReply, { query: pageQuery })
  const { payout, payout_lines: lines, meta } = requireData(found)
  return { payout, lines, pagination: meta.pagination, zone: visit.brand.time_zone }
}
