import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { type PageHandle } from '../page/page-handle.ts'
import { pageMeta } from '../page/page-meta.ts'
import { GiftSharePage } from '../gifts/gift-share-page.tsx'
import { SentIds } from '../ui/form/sent-values.server.ts'
import { PRIVATE_HEADERS } from '../visit/session.server.ts'
import { type Giver, loadGiftShare, sendGifts } from '../gifts/share-gifts.server.ts'
import sheet from '../gifts/gift-share-pages.css?url'
import { loadVisit, type Visit, visitHeaders } from '../visit/load-visit.server.ts'
import { loginHref } from '../visit/login-href.ts'

/** @throws Response 303 to the log-in for guests and visitors, who have no gift cards */
function requireGiver({ userApi, user, brand, now, specOnly }: Visit): Giver {
  if (!userApi || !user)
    throw redirect(loginHref('/account/gift-cards'), { status: 303, headers: PRIVATE_HEADERS })
  return { userApi, user, brand, now, specOnly }
}

export async function loader({ request, context }: LoaderFunctionArgs) {
  const visit = await loadVisit(request, context)
  const giver = requireGiver(visit)
  const query = new URL(request.url).searchParams
  const readSelected = (name: string) => SentIds.parse(query.getAll(name).flatMap((one) => one.split(',')))
  const chosen = { ids: readSelected('ids'), voucherIds: readSelected('voucher_ids') }
  return data(await loadGiftShare(giver, chosen), { headers: await visitHeaders(visit) })
}

export async function action({ request, context }: ActionFunctionArgs) {
  const visit = await loadVisit(request, context)
  const answer = await sendGifts(requireGiver(visit), await request.formData())
  const headers = await visitHeaders(visit)
  if ('location' in answer) return redirect(answer.location, { status: 303, headers })
  return data(answer.page, { status: answer.status, headers })
}

export const handle: PageHandle = { sheet }
export const headers = () => PRIVATE_HEADERS

export const meta: MetaFunction<typeof loader> = ({ matches }) => [
  ...pageMeta(matches, { title: 'Send a gift', path: '/account/gift-cards/share' }),
  { name: 'robots', content: 'noindex' },
]

export default function ShareGiftCards() {
  const page = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  return <GiftSharePage {...(refused ?? page)} />
}
