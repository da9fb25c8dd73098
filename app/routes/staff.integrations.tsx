import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction, redirect } from '@remix-run/node' // prettier-ignore
import { useActionData, useLoaderData } from '@remix-run/react'
import { type PageHandle } from '../components/page-handle.ts'
import { pageMeta } from '../components/page-meta.ts'
import { IntegrationsPage } from '../desk/integrations-page.tsx'
import { NO_INDEX } from '../desk/no-index.ts'
import { requireDesk } from '../server/desk.server.ts'
import { changeIntegrations, loadIntegrations } from '../server/desk-integrations.server.ts'
import { PRIVATE } from '../server/session.server.ts'
import sheet from '../styles/desk.css?url'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const desk = await requireDesk(request, context, ['admin'])
  return data(await loadIntegrations(desk), { headers: desk.headers })
}

export async function action({ request, context }: ActionFunctionArgs) {
  const desk = await requireDesk(request, context, ['admin'])
  const answer = await changeIntegrations(desk, await request.formData())
  if (answer === 'done') return redirect('/staff/integrations', { status: 303, headers: desk.headers })
  return data(answer, { status: answer.status, headers: desk.headers })
}

export const handle: PageHandle = { layout: 'desk', desk: 'integrations', sheet }
export const headers = () => PRIVATE

export const meta: MetaFunction<typeof loader> = ({ matches }) => [
  ...pageMeta(matches, { title: 'Integrations' }),
  NO_INDEX,
]

export default function StaffIntegrations() {
  return <IntegrationsPage {...useLoaderData<typeof loader>()} answer={useActionData<typeof action>()} />
}
