import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { type PageHandle } from '../page/page-handle.ts'
import { pageMeta } from '../page/page-meta.ts'
import { handleScan } from '../staff/flights/scan/handle-scan.server.ts'
import { loadScan } from '../staff/flights/scan/load-scan.server.ts'
import { ScanPage } from '../staff/flights/scan/scan-page.tsx'
import { NO_INDEX } from '../staff/parts/no-index.ts'
import { requireStaff } from '../staff/parts/staff-visit.server.ts'
import { PRIVATE_HEADERS } from '../visit/session.server.ts'
import sheet from '../styles/staff.css?url'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, context)
  return data(await loadScan(staff, new URL(request.url).searchParams), { headers: staff.headers })
}

export async function action({ request, context }: ActionFunctionArgs) {
  const staff = await requireStaff(request, context)
  const query = new URL(request.url).searchParams
  const done = await handleScan(staff, query, await request.formData())
  if (done.to !== undefined) return redirect(done.to, { status: 303, headers: staff.headers })
  return data(done.answer, { status: done.status, headers: staff.headers })
}

export const handle: PageHandle = {
  layout: 'desk',
  staffSection: 'flights',
  sheet,
  camera: true,
  worker: true,
}
export const headers = () => PRIVATE_HEADERS

export const meta: MetaFunction<typeof loader> = ({ matches }) => [
  ...pageMeta(matches, { title: 'Scan tickets' }),
  NO_INDEX,
]

export default function StaffScan() {
  return <ScanPage {...useLoaderData<typeof loader>()} answer={useActionData<typeof action>()} />
}
