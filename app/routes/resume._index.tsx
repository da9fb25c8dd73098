import { type ActionFunctionArgs, data, type MetaFunction, redirect } from '@remix-run/node'
import { useActionData } from '@remix-run/react'
import { type PageHandle } from '../page/page-handle.ts'
import { pageMeta } from '../page/page-meta.ts'
import { TransferCodePage } from '../checkout-transfer/transfer-pages.tsx'
import { TRANSFER_CODE_SHAPE, TransferCode } from '../checkout-transfer/transfer-forms.ts'
import { parseForm, type Refusal, refuseForm } from '../ui/form/read-form.server.ts'
import { openCheckoutTransfer } from '../checkout-transfer/transfer-checkout.server.ts'
import { commitSession, PRIVATE_HEADERS } from '../visit/session.server.ts'
import sheet from '../styles/checkout-transfer-pages.css?url'
import { loadVisit } from '../visit/load-visit.server.ts'

export const loader = () => data(null, { headers: PRIVATE_HEADERS })

/** Continues the checkout of a typed code in this session. */
export async function action({ request, context }: ActionFunctionArgs) {
  const visit = await loadVisit(request, context)
  const submission = parseForm(await request.formData(), TransferCode)
  const refuse = (status: number, refusal?: Refusal) =>
    data(refuseForm(TRANSFER_CODE_SHAPE, submission, refusal), { status, headers: PRIVATE_HEADERS })
  if (submission.status !== 'success') return refuse(422)
  const opened = await openCheckoutTransfer(visit, submission.value.code)
  if (!opened.ok) {
    return refuse(opened.status === 404 ? 422 : opened.status, { errors: { code: [opened.text] } })
  }
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
  return <TransferCodePage answer={useActionData<typeof action>()} />
}
