import {
  type ActionFunctionArgs,
  type AppLoadContext,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { type PageHandle } from '../page/page-handle.ts'
import { pageMeta } from '../page/page-meta.ts'
import { type TransferStart, TransferStartPage } from '../checkout-transfer/transfer-start-page.tsx'
import { loadDraft } from '../visit/draft.server.ts'
import { startCheckoutTransfer } from '../checkout-transfer/transfer-checkout.server.ts'
import { commitSession, PRIVATE_HEADERS } from '../visit/session.server.ts'
import { getShopOrigin } from '../visit/shop-origin.server.ts'
import { suggestEmail } from '../account/suggest-email.server.ts'
import sheet from '../styles/checkout-transfer-pages.css?url'
import { loadVisit, type Visit, visitHeaders } from '../visit/load-visit.server.ts'

async function present(visit: Visit, request: Request): Promise<TransferStart | undefined> {
  const { session, shop, brand, user } = visit
  const transferSubject = session.get('resume')
  if (!transferSubject) return undefined
  const { what, path, code, codeUntil, mailedTo, reminded = false } = transferSubject
  const origin = new URL(getShopOrigin(request, shop.settings, brand.hosts))
  return {
    what,
    backHref: path,
    address: `${origin.host}/resume`,
    code: code && codeUntil ? { text: code, until: codeUntil, timezone: brand.time_zone } : undefined,
    mailedTo,
    reminded,
    suggestion: mailedTo && suggestEmail(mailedTo),
    email: mailedTo ?? (await loadDraft(visit))['email'] ?? user?.email ?? '',
  }
}

export async function loader({ request, context }: LoaderFunctionArgs) {
  const visit = await loadVisit(request, context)
  const page = await present(visit, request)
  if (!page) return redirect('/resume', { status: 303, headers: PRIVATE_HEADERS })
  return data({ page }, { headers: await visitHeaders(visit) })
}

export async function action({ request, context }: ActionFunctionArgs) {
  const visit = await loadVisit(request, context as AppLoadContext)
  if (!visit.session.get('resume')) return redirect('/resume', { status: 303, headers: PRIVATE_HEADERS })
  const form = await request.formData()
  const email = String(form.get('email') ?? '')
    .trim()
    .slice(0, 254)
  const remind = form.has('remind')
  const byMail = form.get('intent') === 'mail'
  const made = await startCheckoutTransfer(visit, request, byMail ? { email, remind } : undefined)
  if (!made.ok) {
    const [said] = made.errors['email'] ?? []
    const isUnreachable =
      made.status === 404 ? 'What you typed is not kept any more. Please go back to your booking.' : undefined
    const text = said ?? isUnreachable ?? made.message
    const refused = { field: said === undefined ? undefined : ('email' as const), text, email, remind }
    return data({ refused }, { status: made.status === 404 ? 409 : made.status, headers: PRIVATE_HEADERS })
  }
  const headers = { ...PRIVATE_HEADERS, 'Set-Cookie': await commitSession(visit.session, visit.shop) }
  return redirect(`/resume/start#${byMail ? 'mail' : 'code'}`, { status: 303, headers })
}

export const headers = () => PRIVATE_HEADERS
export const handle: PageHandle = { layout: 'checkout', sheet }

export const meta: MetaFunction<typeof loader> = ({ matches }) => [
  ...pageMeta(matches, { title: 'Continue on another device' }),
  { name: 'robots', content: 'noindex' },
]

export default function ResumeStartRoute() {
  const { page } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return <TransferStartPage page={page} refused={answer?.refused} />
}
