import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { RecoveryCodeRequest, SecondFactorRequest } from '#contract/second-factor.ts'
import { AccountSplit } from '../account/account-split.tsx'
import { carriedQuery, tabHref } from '../account/account-tabs.ts'
import { LOG_IN_CODE_SHAPE, LOG_IN_RECOVERY_SHAPE } from '../account/log-in-code-form.ts'
import { LogInCodePanel } from '../account/log-in-code-panel.tsx'
import { type PageHandle } from '../page/page-handle.ts'
import { pageMeta } from '../page/page-meta.ts'
import { parseForm, refusalStatus, refuseForm } from '../ui/form/read-form.server.ts'
import { readIntent } from '../ui/form/sent-values.server.ts'
import { forgetOtherPhone } from '../visit/kept-phone.server.ts'
import { loadVisit, visitHeaders } from '../visit/load-visit.server.ts'
import { parseReturnPath } from '../visit/return-path.ts'
import { commitSession, PRIVATE_HEADERS } from '../visit/session.server.ts'
import { showLogInCode } from '../visit/sign-in.server.ts'
import sheet from '../styles/account.css?url'

const CodeForm = SecondFactorRequest.shape.second_factor
const RecoveryForm = RecoveryCodeRequest.shape.recovery_code

export async function loader({ request, context }: LoaderFunctionArgs) {
  const visit = await loadVisit(request, context)
  const query = new URL(request.url).searchParams
  const kept = carriedQuery(query)
  const headers = await visitHeaders(visit)
  // Without a log-in that waits, the account's first page says who is logged in, or asks who it is.
  if (!visit.session.has('awaiting')) throw redirect(tabHref('login', kept), { status: 303, headers })
  const contact = visit.brand.email
  return data({ kept, recovering: query.has('recovery'), saved: query.has('saved'), contact }, { headers })
}

export async function action({ request, context }: ActionFunctionArgs) {
  const visit = await loadVisit(request, context)
  const query = new URL(request.url).searchParams
  const form = await request.formData()
  const isOnPaper = readIntent(form) === 'recovery'
  const shape = isOnPaper ? LOG_IN_RECOVERY_SHAPE : LOG_IN_CODE_SHAPE
  const submission = isOnPaper ? parseForm(form, RecoveryForm) : parseForm(form, CodeForm)
  if (submission.status !== 'success')
    return data(refuseForm(shape, submission), { status: 422, headers: await visitHeaders(visit) })
  const shown = await showLogInCode(visit.shop, visit.session, submission.value)
  const erase = shown?.ok ? await forgetOtherPhone(visit.shop, visit.session) : {}
  const cookie = await commitSession(visit.session, visit.shop)
  const headers = { ...PRIVATE_HEADERS, ...erase, 'Set-Cookie': cookie }
  if (shown?.ok) {
    const next = parseReturnPath(query.get('next')) ?? '/account'
    return redirect(next.includes('#') ? next : `${next}#main`, { status: 303, headers })
  }
  if (!visit.session.has('awaiting')) {
    const again = tabHref('login', carriedQuery(query)).replace('?', '?late=1&')
    return redirect(again, { status: 303, headers })
  }
  const refusal = refuseForm(shape, submission, shown)
  return data(refusal, { status: shown === undefined ? 422 : refusalStatus(shown), headers })
}

export const handle: PageHandle = { sheet }
export const headers = () => PRIVATE_HEADERS

export const meta: MetaFunction<typeof loader> = ({ matches }) => [
  ...pageMeta(matches, { title: 'Type your code', path: '/account/code' }),
  { name: 'robots', content: 'noindex' },
]

export default function LogInCode() {
  const page = useLoaderData<typeof loader>()
  return (
    <AccountSplit>
      <div className="panel-column">
        <LogInCodePanel {...page} answer={useActionData<typeof action>()} />
      </div>
    </AccountSplit>
  )
}
