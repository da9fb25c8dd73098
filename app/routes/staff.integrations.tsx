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
import { IntegrationsPage } from '../staff/office/integrations-page.tsx'
import { NO_INDEX } from '../staff/parts/no-index.ts'
import { requireDesk } from '../staff/parts/staff-visit.server.ts'
import { changeIntegrations, loadIntegrations } from '../staff/office/handle-integrations.server.ts'
import { visitHeaders } from '../selection/load-choice.server.ts'
import { commitSession, PRIVATE } from '../visit/session.server.ts'
import sheet from '../styles/staff.css?url'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const desk = await requireDesk(request, context, ['admin'])
  const { visit } = desk
  const shown = visit.session.get('deskSecret')
  visit.changed ||= shown !== undefined
  return data({ ...(await loadIntegrations(desk)), shown }, { headers: await visitHeaders(visit) })
}

export async function action({ request, context }: ActionFunctionArgs) {
  const desk = await requireDesk(request, context, ['admin'])
  const answer = await changeIntegrations(desk, await request.formData())
  if (answer === 'done') return redirect('/staff/integrations', { status: 303, headers: desk.headers })
  if ('made' in answer) {
    // The answer of a press would be made again by whoever reloads it: the key goes with the
    // redirect, once.
    desk.visit.session.flash('deskSecret', answer.made)
    const kept = { ...PRIVATE, 'Set-Cookie': await commitSession(desk.visit.session, desk.visit.shop) }
    return redirect('/staff/integrations', { status: 303, headers: kept })
  }
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
