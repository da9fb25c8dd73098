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
import { ShareStatusPage } from '../gifts/share-status-page.tsx'
import { changeGift, loadGiftStatus } from '../gifts/handle-share.server.ts'
import { PRIVATE_HEADERS } from '../visit/session.server.ts'
import { type Giver } from '../gifts/share-gifts.server.ts'
import sheet from '../gifts/gift-pages.css?url'
import { loadVisit, type Visit, visitHeaders } from '../visit/load-visit.server.ts'
import { loginHref } from '../visit/login-href.ts'

/** @throws Response 303 to the log-in for guests and visitors */
function requireGiver({ userApi, user }: Visit): Pick<Giver, 'userApi'> {
  if (!userApi || !user)
    throw redirect(loginHref('/account/gift-cards'), { status: 303, headers: PRIVATE_HEADERS })
  return { userApi }
}

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const visit = await loadVisit(request, context)
  const done = new URL(request.url).searchParams.get('done')
  const page = await loadGiftStatus(visit, requireGiver(visit), params.share, done)
  return data(page, { headers: await visitHeaders(visit) })
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const visit = await loadVisit(request, context)
  const answer = await changeGift(visit, requireGiver(visit), params.share, await request.formData())
  const headers = await visitHeaders(visit)
  if ('location' in answer) return redirect(answer.location, { status: 303, headers })
  return data(answer.page, { status: answer.status, headers })
}

export const handle: PageHandle = { sheet }
export const headers = () => PRIVATE_HEADERS

export const meta: MetaFunction<typeof loader> = ({ matches }) => [
  ...pageMeta(matches, { title: 'Your gift' }),
  { name: 'robots', content: 'noindex' },
]

export default function GiftStatus() {
  const page = useLoaderData<typeof loader>()
  return <ShareStatusPage {...(useActionData<typeof action>() ?? page)} />
}
