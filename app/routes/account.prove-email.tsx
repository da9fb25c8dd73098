import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { EmailProofReply } from '#contract/people.ts'
import { AccountSplit } from '../account/account-split.tsx'
import { ProofForm, ProofRefused } from '../account/proof-panel.tsx'
import { type PageHandle } from '../components/page-handle.ts'
import { pageMeta } from '../components/page-meta.ts'
import { loadVisit, visitHeaders } from '../server/load-checkout.server.ts'
import { readMailedLink } from '../server/mailed-link.server.ts'
import { PRIVATE } from '../server/session.server.ts'
import sheet from '../styles/account.css?url'

/** The address carries the secret: it is told to nobody else. */
const SECRET = { ...PRIVATE, 'Referrer-Policy': 'no-referrer' }

/** Looking spends nothing: mail programs open links before people do. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const visit = await loadVisit(request, context)
  const { token, email, search } = readMailedLink(request)
  const headers = { ...(await visitHeaders(visit)), ...SECRET }
  const client = visit.user && visit.own ? visit.own : visit.api
  const result = token
    ? await client.get(`/v1/email_proofs/${token}`, EmailProofReply, { query: { email } })
    : undefined
  if (result?.ok) {
    const { email: whose, needs_password: needsPassword } = result.data.email_proof
    const action = `/account/prove-email${search}`
    return data({ state: 'open' as const, email: whose, needsPassword, action }, { headers })
  }
  if (result && (result.status === 429 || result.status >= 500)) {
    throw new Response(result.message, { status: result.status, headers })
  }
  return data({ state: 'bad' as const }, { status: 404, headers })
}

export async function action({ request, context }: ActionFunctionArgs) {
  const visit = await loadVisit(request, context)
  const { token, email } = readMailedLink(request)
  const said = (await request.formData()).get('password')
  const password = typeof said === 'string' && said !== '' ? said : undefined
  const client = visit.user && visit.own ? visit.own : visit.api
  const result = token
    ? await client.put(`/v1/email_proofs/${token}`, z.undefined(), {
        body: { email, ...(password ? { user: { password } } : {}) },
      })
    : undefined
  const headers = { ...(await visitHeaders(visit)), ...SECRET }
  if (result?.ok) return redirect('/account?proven=1#main', { status: 303, headers })
  if (result && (result.status === 422 || result.status === 429 || result.status >= 500)) {
    const missing = result.status === 422 && password === undefined
    return data(
      { error: missing ? 'This field is required' : result.message },
      { status: result.status, headers },
    )
  }
  // A bad or spent link: the loader, asked again, says so.
  return data({ error: '' }, { status: 404, headers })
}

export const handle: PageHandle = { sheet }
export const headers = () => SECRET

export const meta: MetaFunction<typeof loader> = ({ data: loaded, matches }) => [
  ...pageMeta(matches, {
    title: loaded?.state === 'open' ? 'Confirm your e-mail' : 'Your link has expired',
  }),
  { name: 'robots', content: 'noindex' },
]

export default function ProveEmail() {
  const page = useLoaderData<typeof loader>()
  const error = useActionData<typeof action>()?.error
  return (
    <AccountSplit>
      <div className="panel-column">
        {page.state === 'open' ? <ProofForm {...page} error={error} /> : <ProofRefused />}
      </div>
    </AccountSplit>
  )
}
