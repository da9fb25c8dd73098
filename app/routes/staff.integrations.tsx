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
import { actWithProof } from '../staff/parts/proof.server.ts'
import { ProofPage } from '../staff/parts/proof-page.tsx'
import { requireStaff } from '../staff/parts/staff-visit.server.ts'
import { handleIntegrationForm, loadIntegrations } from '../staff/office/handle-integrations.server.ts'
import { commitSession, PRIVATE_HEADERS } from '../visit/session.server.ts'
import sheet from '../styles/staff.css?url'
import { visitHeaders } from '../visit/load-visit.server.ts'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, context, ['admin'])
  const { visit } = staff
  const shown = visit.session.get('deskSecret')
  visit.changed ||= shown !== undefined
  return data({ ...(await loadIntegrations(staff)), shown }, { headers: await visitHeaders(visit) })
}

export async function action({ request, context }: ActionFunctionArgs) {
  const staff = await requireStaff(request, context, ['admin'])
  const answer = await actWithProof(staff, request, await request.formData(), handleIntegrationForm)
  if (answer === 'done') return redirect('/staff/integrations', { status: 303, headers: staff.headers })
  if ('made' in answer) {
    // Redirects after creating a key, because reloading the answer would create another one. The
    // session shows the key once.
    staff.visit.session.flash('deskSecret', answer.made)
    const headers = {
      ...PRIVATE_HEADERS,
      'Set-Cookie': await commitSession(staff.visit.session, staff.visit.shop),
    }
    return redirect('/staff/integrations', { status: 303, headers })
  }
  return data(answer, { status: answer.status, headers: staff.headers })
}

export const handle: PageHandle = { layout: 'desk', staffSection: 'office', sheet }
export const headers = () => PRIVATE_HEADERS

export const meta: MetaFunction<typeof loader> = ({ matches }) => [
  ...pageMeta(matches, { title: 'Integrations' }),
  NO_INDEX,
]

export default function StaffIntegrations() {
  const answer = useActionData<typeof action>()
  const page = useLoaderData<typeof loader>()
  if (answer && 'proof' in answer) return <ProofPage {...answer.proof} />
  return <IntegrationsPage {...page} answer={answer} />
}
