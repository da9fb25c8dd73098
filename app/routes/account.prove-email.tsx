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
import { ACCOUNT_TEXT } from '../account/account-text.ts'
import { PROOF_SHAPE, ProofForm } from '../account/link-forms.ts'
import { ProofPanel, ProofRefused } from '../account/proof-panel.tsx'
import { type PageHandle } from '../page/page-handle.ts'
import { pageMeta } from '../page/page-meta.ts'
import {
  linkRefusal,
  checkMailedLink,
  readMailedLink,
  SECRET_PAGE_HEADERS,
} from '../visit/mailed-link.server.ts'
import { parseForm, type Refusal, refuseForm } from '../ui/form/read-form.server.ts'
import sheet from '../styles/account.css?url'
import { loadVisit, type Visit, visitHeaders } from '../visit/load-visit.server.ts'

/** A logged-in account confirms its own mailbox without a password. */
const clientOf = ({ user, userApi, api }: Visit) => (user && userApi) ?? api

export async function loader({ request, context }: LoaderFunctionArgs) {
  const visit = await loadVisit(request, context)
  const link = readMailedLink(request)
  const headers = { ...(await visitHeaders(visit)), ...SECRET_PAGE_HEADERS }
  const found = await checkMailedLink(link, (token) =>
    clientOf(visit).get(`/v1/email_proofs/${token}`, EmailProofReply, { query: { email: link.email } }),
  )
  if (!found) return data({ state: 'bad' as const }, { status: 404, headers })
  const { email, needs_password: needsPassword, changes_account: changesAccount = false } = found.email_proof
  const action = `/account/prove-email${new URL(request.url).search}`
  return data({ state: 'open' as const, email, needsPassword, changesAccount, action }, { headers })
}

export async function action({ request, context }: ActionFunctionArgs) {
  const visit = await loadVisit(request, context)
  const { token, email } = readMailedLink(request)
  const submission = parseForm(await request.formData(), ProofForm)
  const password = submission.status === 'success' ? submission.value.password : undefined
  const user = password === undefined ? {} : { user: { password } }
  const result = token
    ? await clientOf(visit).put(`/v1/email_proofs/${token}`, z.undefined(), { body: { email, ...user } })
    : undefined
  const headers = { ...(await visitHeaders(visit)), ...SECRET_PAGE_HEADERS }
  if (result?.ok) return redirect('/account?proven=1#main', { status: 303, headers })
  const { status, error } = linkRefusal(result)
  const missing = status === 422 && password === undefined
  const message = missing ? ACCOUNT_TEXT.required : error
  // A logged-in account types nothing here, so any error is one of the link.
  const isPasswordForm = password !== undefined || missing
  const refusal: Refusal = isPasswordForm && message ? { errors: { password: [message] } } : { message }
  return data(refuseForm(PROOF_SHAPE, submission, refusal), { status, headers })
}

export const handle: PageHandle = { sheet }
export const headers = () => SECRET_PAGE_HEADERS

export const meta: MetaFunction<typeof loader> = ({ data: loaded, matches }) => [
  ...pageMeta(matches, {
    title: loaded?.state === 'open' ? 'Confirm your e-mail' : 'Your link has expired',
  }),
  { name: 'robots', content: 'noindex' },
]

export default function ProveEmail() {
  const page = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return (
    <AccountSplit>
      <div className="panel-column">
        {page.state === 'open' ? <ProofPanel {...page} answer={answer} /> : <ProofRefused />}
      </div>
    </AccountSplit>
  )
}
