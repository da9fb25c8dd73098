import { data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { type PageHandle } from '../components/page-handle.ts'
import { pageMeta } from '../components/page-meta.ts'
import { RowListPage } from '../desk/row-list-page.tsx'
import { NO_INDEX } from '../desk/no-index.ts'
import { requireDesk } from '../server/desk.server.ts'
import { loadNames, loadRows, nameOf, narrowedIn, requireShape } from '../server/desk-catalogue.server.ts'
import { readPage } from '../server/load-orders.server.ts'
import { PRIVATE } from '../server/session.server.ts'
import sheet from '../styles/desk.css?url'

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
