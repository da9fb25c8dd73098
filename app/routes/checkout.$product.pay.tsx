import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { summarise } from '../checkout/pay-fields.ts'
import { PayForm } from '../checkout/pay-form-view.tsx'
import { type PageHandle } from '../components/page-handle.ts'
import { pageMeta } from '../components/page-meta.ts'
import { handlePayForm } from '../server/handle-pay-form.server.ts'
import { loadPayPage } from '../server/load-pay-page.server.ts'
import { loadVisit } from '../server/load-checkout.server.ts'
import { commitSession, PRIVATE } from '../server/session.server.ts'

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const visit = await loadVisit(request, context)
  const page = await loadPayPage(visit, params.product ?? '')
  if ('elsewhere' in page) return redirect(page.elsewhere, 303)
  return data(page, { headers: PRIVATE })
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const visit = await loadVisit(request, context)
  const result = await handlePayForm(visit, request, params.product ?? '')
  const headers = { ...PRIVATE, 'Set-Cookie': await commitSession(visit.session, visit.shop) }
  if (result.kind === 'go') return redirect(result.location, { status: 303, headers })
  return data(result.refusal, { status: result.status, headers })
}

export const headers = () => PRIVATE
export const handle: PageHandle = { layout: 'checkout', hydrate: true, payments: true }

export const meta: MetaFunction<typeof loader> = ({ matches }) => [
  ...pageMeta(matches, { title: 'Who is flying, and how to pay' }),
  { name: 'robots', content: 'noindex' },
]

export default function Pay() {
  const page = useLoaderData<typeof loader>()
  const refusal = useActionData<typeof action>()
  const problems = refusal?.problems ?? {}
  const summary = [...(refusal?.text ? [{ text: refusal.text }] : []), ...summarise(problems)]
  return (
    <PayForm
      page={page}
      typed={refusal?.typed ?? page.typed}
      formKey={refusal?.formKey ?? page.formKey}
      problems={problems}
      summary={summary}
    />
  )
}
