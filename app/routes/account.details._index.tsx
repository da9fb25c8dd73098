import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { DETAILS_PATH, DetailsPage } from '../account/details-page.tsx'
import { type PageHandle } from '../page/page-handle.ts'
import { pageMeta } from '../page/page-meta.ts'
import { handleDetails, isLoggedIn, loadDetails } from '../account/handle-details.server.ts'
import { destroySession, PRIVATE_HEADERS } from '../visit/session.server.ts'
import sheet from '../styles/account.css?url'
import { forgetPhone } from '../visit/kept-phone.server.ts'
import { loadVisit, visitHeaders } from '../visit/load-visit.server.ts'
import { loginHref } from '../visit/login-href.ts'

const toLogIn = () => redirect(loginHref(DETAILS_PATH), { status: 303, headers: PRIVATE_HEADERS })

export async function loader({ request, context }: LoaderFunctionArgs) {
  const visit = await loadVisit(request, context)
  if (!isLoggedIn(visit)) throw toLogIn()
  const page = await loadDetails(visit, new URL(request.url).searchParams)
  return data(page, { headers: await visitHeaders(visit) })
}

export async function action({ request, context }: ActionFunctionArgs) {
  const visit = await loadVisit(request, context)
  if (!isLoggedIn(visit)) throw toLogIn()
  const answer = await handleDetails(visit, request)
  if (answer.kind === 'out') {
    const cookie = await destroySession(visit.session, visit.shop)
    const headers = { ...PRIVATE_HEADERS, ...forgetPhone(visit.session), 'Set-Cookie': cookie }
    return redirect(answer.location, { status: 303, headers })
  }
  const headers = await visitHeaders(visit)
  if (answer.kind === 'go') return redirect(answer.location, { status: 303, headers })
  return data(answer.answer, { status: answer.status, headers })
}

export const handle: PageHandle = { sheet }
export const headers = () => PRIVATE_HEADERS

export const meta: MetaFunction<typeof loader> = ({ matches }) => [
  ...pageMeta(matches, { title: 'Your details', path: DETAILS_PATH }),
  { name: 'robots', content: 'noindex' },
]

export default function AccountDetails() {
  const page = useLoaderData<typeof loader>()
  return <DetailsPage {...page} answer={useActionData<typeof action>()} />
}
