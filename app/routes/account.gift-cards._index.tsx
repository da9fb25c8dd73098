import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { CodeMailReply } from '#contract/gift-share.ts'
import { type PageHandle } from '../page/page-handle.ts'
import { pageMeta } from '../page/page-meta.ts'
import { GiftListPage } from '../gifts/gift-list-page.tsx'
import { loadGiftList } from '../gifts/load-gift-list.server.ts'
import { PRIVATE_HEADERS } from '../visit/session.server.ts'
import sheet from '../gifts/gift-pages.css?url'
import { loadVisit, visitHeaders } from '../visit/load-visit.server.ts'
import { loginHref } from '../visit/login-href.ts'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const visit = await loadVisit(request, context)
  const { userApi, user } = visit
  if (!userApi || !user)
    throw redirect(loginHref('/account/gift-cards'), { status: 303, headers: PRIVATE_HEADERS })
  const page = await loadGiftList(visit, { userApi, user }, new URL(request.url).searchParams)
  return data(page, { headers: await visitHeaders(visit) })
}

/** Mails all codes again; the answer is the same in all cases. */
export async function action({ request, context }: ActionFunctionArgs) {
  const visit = await loadVisit(request, context)
  const { userApi, user, brand } = visit
  if (!userApi || !user)
    throw redirect(loginHref('/account/gift-cards'), { status: 303, headers: PRIVATE_HEADERS })
  const headers = await visitHeaders(visit)
  const sent = await userApi.post('/v1/code_mails', CodeMailReply, {
    body: { code_mail: { brand_id: brand.id } },
  })
  if (sent.ok) return redirect('/account/gift-cards?done=codes', { status: 303, headers })
  return data({ failure: sent.message }, { status: sent.status, headers })
}

export const handle: PageHandle = { sheet }
export const headers = () => PRIVATE_HEADERS

export const meta: MetaFunction<typeof loader> = ({ matches }) => [
  ...pageMeta(matches, { title: 'Gift cards', path: '/account/gift-cards' }),
  { name: 'robots', content: 'noindex' },
]

export default function AccountGiftCards() {
  const page = useLoaderData<typeof loader>()
  return <GiftListPage {...page} failure={useActionData<typeof action>()?.failure} />
}
