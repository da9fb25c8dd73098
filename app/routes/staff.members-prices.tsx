import { data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { MemberPriceUsesReply } from '#contract/member-price-use.ts'
import { pageMeta } from '../page/page-meta.ts'
import { staffHandle } from '../staff/parts/staff-handle.ts'
import { UnpaidMemberPricesPage } from '../staff/customers/member-prices-page.tsx'
import { NO_INDEX } from '../staff/parts/no-index.ts'
import { requireStaff } from '../staff/parts/staff-visit.server.ts'
import { PRIVATE_HEADERS } from '../visit/session.server.ts'
import { requireData } from '../visit/load-visit.server.ts'
import { readPage } from '../visit/read-page.ts'

const PAGE_SIZE = 25

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { userApi, visit, headers } = await requireStaff(request, context)
  const query = { page: readPage(new URL(request.url).searchParams), page_size: PAGE_SIZE }
  const found = requireData(await userApi.get('/v1/member_price_uses', MemberPriceUsesReply, { query }))
  const { member_price_uses: uses, meta } = found
  return data({ uses, pagination: meta.pagination, zone: visit.brand.time_zone }, { headers })
}

export const handle = staffHandle('office')
export const headers = () => PRIVATE_HEADERS

export const meta: MetaFunction<typeof loader> = ({ matches }) => [
  ...pageMeta(matches, { title: 'Members’ prices not paid' }),
  NO_INDEX,
]

export default function StaffMembersPrices() {
  return <UnpaidMemberPricesPage {...useLoaderData<typeof loader>()} />
}
