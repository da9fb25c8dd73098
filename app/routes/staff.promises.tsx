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
import { StaffIntegrityChecksPage } from '../staff/office/integrity-checks-page.tsx'
import { NO_INDEX } from '../staff/parts/no-index.ts'
import { requireStaff } from '../staff/parts/staff-visit.server.ts'
import { requestIntegrityRun, loadIntegrityChecks } from '../staff/office/load-integrity-checks.server.ts'
import { PRIVATE_HEADERS } from '../visit/session.server.ts'
import sheet from '../styles/staff.css?url'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, context)
  const loaded = await loadIntegrityChecks(staff, new URL(request.url).searchParams)
  const waits = loaded.pendingRun !== null && loaded.pendingRun.state !== 'failed'
  return data(loaded, { headers: waits ? { ...staff.headers, Refresh: '3' } : staff.headers })
}

export async function action({ request, context }: ActionFunctionArgs) {
  const staff = await requireStaff(request, context)
  const result = await requestIntegrityRun(staff, await request.formData())
  if (!result.ok) return data({ failure: result.message }, { status: result.status, headers: staff.headers })
  const path = `/staff/promises?run=${String(result.data.promise_run.id)}`
  return redirect(path, { status: 303, headers: staff.headers })
}

export const handle: PageHandle = { layout: 'desk', staffSection: 'office', sheet }
export const headers = ({ loaderHeaders }: { loaderHeaders: Headers }) => {
  const refresh = loaderHeaders.get('Refresh')
  return refresh === null ? PRIVATE_HEADERS : { ...PRIVATE_HEADERS, Refresh: refresh }
}

export const meta: MetaFunction<typeof loader> = ({ matches }) => [
  ...pageMeta(matches, { title: 'Promises' }),
  NO_INDEX,
]

export default function StaffPromises() {
  const loaded = useLoaderData<typeof loader>()
  return <StaffIntegrityChecksPage {...loaded} failure={useActionData<typeof action>()?.failure} />
}
