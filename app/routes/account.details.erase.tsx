import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { ERASE_PATH, ErasePage } from '../account/erase-page.tsx'
import { type PageHandle } from '../page/page-handle.ts'
import { pageMeta } from '../page/page-meta.ts'
import { eraseMyData, isLoggedIn, loadErasure } from '../account/handle-details.server.ts'
import { destroySession, PRIVATE_HEADERS } from '../visit/session.server.ts'
import sheet from '../styles/account.css?url'
import { forgetPhone } from '../visit/kept-phone.server.ts'
import { loadVisit, visitHeaders } from '../visit/load-visit.server.ts'
import { loginHref } from '../visit/login-href.ts'

const toLogIn = () => redirect(loginHref(ERASE_PATH), { status: 303, headers: PRIVATE_HEADERS })

export async function loader({ request, context }: LoaderFunctionArgs) {
  const visit = await loadVisit(request, context)
  if (!isLoggedIn(visit)) throw toLogIn()
  const { brand } = visit
  const page = { erasure: await loadErasure(visit), zone: brand.time_zone, contact: brand.email }
  return data(page, { headers: await visitHeaders(visit) })
}

export async function action({ request, context }: ActionFunctionArgs) {
  const visit = await loadVisit(request, context)
  if (!isLoggedIn(visit)) throw toLogIn()
  const answer = await eraseMyData(visit, request)
  if (answer.ok) {
    // The session is deleted, too: names, weights and the order in progress.
    const cookie = await destroySession(visit.session, visit.shop)
    const headers = { ...PRIVATE_HEADERS, ...forgetPhone(visit.session), 'Set-Cookie': cookie }
    return redirect('/account?erased=1#login', { status: 303, headers })
  }
  return data(answer.answer, { status: answer.status, headers: await visitHeaders(visit) })
}

export const handle: PageHandle = { sheet }
export const headers = () => PRIVATE_HEADERS

export const meta: MetaFunction<typeof loader> = ({ matches }) => [
  ...pageMeta(matches, { title: 'Erase my data', path: ERASE_PATH }),
  { name: 'robots', content: 'noindex' },
]

export default function EraseMyData() {
  const page = useLoaderData<typeof loader>()
  return <ErasePage {...page} answer={useActionData<typeof action>()} />
}
