import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { type PageHandle } from '../page/page-handle.ts'
import { pageMeta } from '../page/page-meta.ts'
import { GiftPage } from '../gifts/gift-page.tsx'
import { giftPage, handleGift, requireGift } from '../gifts/handle-gift.server.ts'
import { readIntent } from '../ui/form/sent-values.server.ts'
import { SECRET_PAGE_HEADERS } from '../visit/mailed-link.server.ts'
import { commitSession } from '../visit/session.server.ts'
import sheet from '../gifts/gift-ticket-pages.css?url'
import { loadVisit } from '../visit/load-visit.server.ts'

/** A GET request must not open the gift, because mail programs prefetch links. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const visit = await loadVisit(request, context)
  return data(giftPage(visit, await requireGift(visit, params.token)), { headers: SECRET_PAGE_HEADERS })
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const visit = await loadVisit(request, context)
  const intent = readIntent(await request.formData())
  const location = await handleGift(visit, params.token, intent)
  const headers = { ...SECRET_PAGE_HEADERS, 'Set-Cookie': await commitSession(visit.session, visit.shop) }
  return redirect(location, { status: 303, headers })
}

export const headers = () => SECRET_PAGE_HEADERS
export const handle: PageHandle = { sheet }
export const meta: MetaFunction<typeof loader> = ({ matches }) => [
  ...pageMeta(matches, { title: 'A gift for you' }),
  { name: 'robots', content: 'noindex' },
]

export default function MailedGift() {
  return <GiftPage {...useLoaderData<typeof loader>()} />
}
