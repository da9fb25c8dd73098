import { data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { type PageHandle } from '../page/page-handle.ts'
import { pageMeta } from '../page/page-meta.ts'
import { RowListPage } from '../staff/catalogue/row-list-page.tsx'
import { NO_INDEX } from '../staff/parts/no-index.ts'
import { requireDesk } from '../staff/parts/staff-visit.server.ts'
import {
  loadNames,
  loadRows,
  nameOf,
  narrowedIn,
  requireShape,
} from '../staff/catalogue/handle-rows.server.ts'
import { readPage } from '../orders/load-orders.server.ts'
import { PRIVATE } from '../visit/session.server.ts'
import sheet from '../styles/staff.css?url'

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const desk = await requireDesk(request, context)
  const shape = requireShape(params['resource'])
  const { searchParams: asked } = new URL(request.url)
  const narrow = narrowedIn(shape, asked)
  const [{ rows, pagination }, choices] = await Promise.all([
    loadRows(desk, shape, readPage(asked), narrow),
    loadNames(desk, shape),
  ])
  const named = rows.map((row) => ({ ...row, id: row.id, deskName: nameOf(row, shape) }))
  const list = { plural: shape.plural, many: shape.many, rows: named, pagination, choices, narrow }
  return data(list, { headers: desk.headers })
}

export const handle: PageHandle = { layout: 'desk', desk: 'catalogue', sheet }
export const headers = () => PRIVATE

export const meta: MetaFunction<typeof loader> = ({ data: loaded, matches }) => [
  ...pageMeta(matches, { title: loaded ? `Catalogue: ${loaded.many}` : 'Catalogue' }),
  NO_INDEX,
]

export default function StaffRows() {
  return <RowListPage {...useLoaderData<typeof loader>()} />
}
