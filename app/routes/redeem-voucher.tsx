import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node'
import { useActionData } from '@remix-run/react'
import { AccountSplit } from '../account/account-split.tsx'
import { type PageHandle } from '../page/page-handle.ts'
import { pageMeta } from '../page/page-meta.ts'
import { RedeemPage } from '../redeem/redeem-page.tsx'
import { redeemCode } from '../redeem/redeem-code.server.ts'
import { commitSession, PRIVATE_HEADERS } from '../visit/session.server.ts'
import sheet from '../styles/account.css?url'
import { loadVisit, visitHeaders } from '../visit/load-visit.server.ts'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const visit = await loadVisit(request, context)
  return data(null, { headers: await visitHeaders(visit) })
}

export async function action({ request, context }: ActionFunctionArgs) {
  const visit = await loadVisit(request, context)
  const answer = await redeemCode(visit, await request.formData())
  const headers = { ...PRIVATE_HEADERS, 'Set-Cookie': await commitSession(visit.session, visit.shop) }
  if ('location' in answer) return redirect(answer.location, { status: 303, headers })
  return data(answer.page, { status: answer.status, headers })
}

export const handle: PageHandle = { sheet }
export const headers = () => PRIVATE_HEADERS

export const meta: MetaFunction = ({ matches }) => [
  ...pageMeta(matches, {
    title: 'Redeem a gift card or voucher',
    description: 'Type the code from your gift card or voucher, choose your day, and the seat is paid.',
    path: '/redeem-voucher',
  }),
  { name: 'robots', content: 'noindex' },
]

const EMPTY = { answer: undefined, login: undefined }

export default function RedeemVoucher() {
  return (
    <AccountSplit>
      <RedeemPage {...(useActionData<typeof action>() ?? EMPTY)} />
    </AccountSplit>
  )
}
