import { type ActionFunctionArgs, data, type MetaFunction, redirect } from '@remix-run/node'
import { useActionData } from '@remix-run/react'
import { type PageHandle } from '../page/page-handle.ts'
import { pageMeta } from '../page/page-meta.ts'
import { TransferCodePage } from '../checkout-transfer/transfer-pages.tsx'
import { openCheckoutTransfer } from '../checkout-transfer/transfer-checkout.server.ts'
import { commitSession, PRIVATE_HEADERS } from '../visit/session.server.ts'
import sheet from '../styles/checkout-transfer-pages.css?url'
import { loadVisit } from '../visit/load-visit.server.ts'

export const loader = () => data(null, { headers: PRIVATE_HEADERS })

/** Continues the checkout of a typed code in this session. */
export async function action({ request, context }: ActionFunctionArgs) {
  const visit = await loadVisit(request, context)
  const code = String((await request.formData()).get('code') ?? '').slice(0, 40)
  const refuse = (status: number, text: string) =>
    data({ refused: { text, code } }, { status, headers: PRIVATE_HEADERS })
  if (code.trim() === '') return refuse(422, 'This field is required')
  const opened = await openCheckoutTransfer(visit, code)
  if (!opened.ok) return refuse(opened.status === 404 ? 422 : opened.status, opened.text)
  const headers = { ...PRIVATE_HEADERS, 'Set-Cookie': await commitSession(visit.session, visit.shop) }
  return redirect(opened.path, { status: 303, headers })
}

export const headers = () => PRIVATE_HEADERS
export const handle: PageHandle = { layout: 'checkout', sheet }

export const meta: MetaFunction<typeof loader> = ({ matches }) => [
  ...pageMeta(matches, { title: 'Go on with your booking' }),
  { name: 'robots', content: 'noindex' },
]

export default function ResumeCode() {
  const answer = useActionData<typeof action>()
  return <TransferCodePage refused={answer?.refused} />
}
