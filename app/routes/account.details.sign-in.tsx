import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { DETAILS_PATH } from '../account/details-page.tsx'
import { FactorPage } from '../account/factor-page.tsx'
import { FACTOR_PATH } from '../account/factor-shapes.ts'
import { handleFactor, loadFactor } from '../account/handle-factor.server.ts'
import { isLoggedIn } from '../account/handle-details.server.ts'
import { type PageHandle } from '../page/page-handle.ts'
import { pageMeta } from '../page/page-meta.ts'
import { loadVisit, visitHeaders } from '../visit/load-visit.server.ts'
import { loginHref } from '../visit/login-href.ts'
import { PRIVATE_HEADERS } from '../visit/session.server.ts'
import sheet from '../styles/account.css?url'

const toLogIn = () => redirect(loginHref(FACTOR_PATH), { status: 303, headers: PRIVATE_HEADERS })

export async function loader({ request, context }: LoaderFunctionArgs) {
  const visit = await loadVisit(request, context)
  if (!isLoggedIn(visit)) throw toLogIn()
  return data(await loadFactor(visit), { headers: await visitHeaders(visit) })
}

export async function action({ request, context }: ActionFunctionArgs) {
  const visit = await loadVisit(request, context)
  if (!isLoggedIn(visit)) throw toLogIn()
  const answer = await handleFactor(visit, request)
  const headers = await visitHeaders(visit)
  if (!('to' in answer)) return data(answer, { status: answer.status, headers })
  const to = answer.to === 'on' ? FACTOR_PATH : `${DETAILS_PATH}?done=code_off`
  return redirect(`${to}#main`, { status: 303, headers })
}

export const handle: PageHandle = { sheet }
export const headers = () => PRIVATE_HEADERS

export const meta: MetaFunction<typeof loader> = ({ matches }) => [
  ...pageMeta(matches, { title: 'Code at log-in', path: FACTOR_PATH }),
  { name: 'robots', content: 'noindex' },
]

export default function AccountSignIn() {
  const page = useLoaderData<typeof loader>()
  return <FactorPage {...page} answer={useActionData<typeof action>()} />
}
