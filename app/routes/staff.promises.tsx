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
import { DeskPromisesPage } from '../staff/office/integrity-checks-page.tsx'
import { NO_INDEX } from '../staff/parts/no-index.ts'
import { requireDesk } from '../staff/parts/staff-visit.server.ts'
import { askRun, loadPromises } from '../staff/office/load-integrity-checks.server.ts'
import { PRIVATE } from '../visit/session.server.ts'
import sheet from '../styles/staff.css?url'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const desk = await requireDesk(request, context)
  const loaded = await loadPromises(desk, new URL(request.url).searchParams)
  const waits = loaded.awaited !== null && loaded.awaited.state !== 'failed'
  return data(loaded, { headers: waits ? { ...desk.headers, Refresh: '3' } : desk.headers })
}

export async function action({ request, context }: ActionFunctionArgs) {
  const desk = await requireDesk(request, context)
  const asked = await askRun(desk, await request.formData())
  if (!asked.ok) return data({ failure: asked.message }, { status: asked.status, headers: desk.headers })
  const path = `/staff/promises?run=${String(asked.data.promise_run.id)}`
  return redirect(path, { status: 303, headers: desk.headers })
}

export const handle: PageHandle = { layout: 'desk', desk: 'office', sheet }
export const headers = ({ loaderHeaders }: { loaderHeaders: Headers }) => {
  const refresh = loaderHeaders.get('Refresh')
  return refresh === null ? PRIVATE : { ...PRIVATE, Refresh: refresh }
}

export const meta: MetaFunction<typeof loader> = ({ matches }) => [
  ...pageMeta(matches, { title: 'Promises' }),
  NO_INDEX,
]

export default function StaffPromises() {
  const loaded = useLoaderData<typeof loader>()
  return <DeskPromisesPage {...loaded} failure={useActionData<typeof action>()?.failure} />
}
