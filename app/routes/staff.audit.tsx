import { data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { type PageHandle } from '../components/page-handle.ts'
import { pageMeta } from '../components/page-meta.ts'
import { AuditPage } from '../desk/audit-page.tsx'
import { NO_INDEX } from '../desk/no-index.ts'
import { requireDesk } from '../server/desk.server.ts'
import { loadAudit } from '../server/desk-audit.server.ts'
import { PRIVATE } from '../server/session.server.ts'
import sheet from '../styles/desk.css?url'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const desk = await requireDesk(request, context, ['admin'])
  return data(await loadAudit(desk, new URL(request.url).searchParams), { headers: desk.headers })
}

export const handle: PageHandle = { layout: 'desk', desk: 'office', sheet }
export const headers = () => PRIVATE

export const meta: MetaFunction<typeof loader> = ({ matches }) => [
  ...pageMeta(matches, { title: 'Who changed what' }),
  NO_INDEX,
]

export default function StaffAudit() {
  return <AuditPage {...useLoaderData<typeof loader>()} />
}
