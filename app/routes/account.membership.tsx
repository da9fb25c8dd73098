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
import { MembershipPage } from '../membership/membership-page.tsx'
import { changeMembership } from '../membership/change-membership.server.ts'
import { loadSubscriptions, findCurrentSubscription } from '../membership/load-membership.server.ts'
import { PRIVATE_HEADERS } from '../visit/session.server.ts'
import sheet from '../styles/account.css?url'
import { loadVisit, type Visit, visitHeaders } from '../visit/load-visit.server.ts'
import { loginHref } from '../visit/login-href.ts'

const PATH = '/account/membership'

/** @throws Response 303 to the log-in */
function requireUser({ user }: Visit): void {
  if (!user) throw redirect(loginHref(PATH), { status: 303, headers: PRIVATE_HEADERS })
}

const NOTICES: Partial<Record<string, string>> = {
  ended: 'It will not renew. You can take that back below, until it ends.',
  kept: 'Your membership goes on.',
}

export async function loader({ request, context }: LoaderFunctionArgs) {
  const visit = await loadVisit(request, context)
  requireUser(visit)
  const query = new URL(request.url).searchParams
  const all = await loadSubscriptions(visit)
  const page = {
    shown: findCurrentSubscription(all) ?? all?.[0],
    unreadable: all === undefined,
    zone: visit.brand.time_zone,
    ending: query.has('stop'),
    notice: NOTICES[query.get('done') ?? ''],
  }
  return data(page, { headers: await visitHeaders(visit) })
}

export async function action({ request, context }: ActionFunctionArgs) {
  const visit = await loadVisit(request, context)
  requireUser(visit)
  const changed = await changeMembership(visit, await request.formData())
  const headers = await visitHeaders(visit)
  if ('location' in changed) return redirect(changed.location, { status: 303, headers })
  return data({ failure: changed.failure }, { status: changed.status, headers })
}

export const handle: PageHandle = { sheet }
export const headers = () => PRIVATE_HEADERS

export const meta: MetaFunction<typeof loader> = ({ matches }) => [
  ...pageMeta(matches, { title: 'Your membership', path: PATH }),
  { name: 'robots', content: 'noindex' },
]

export default function AccountMembership() {
  const page = useLoaderData<typeof loader>()
  const failure = useActionData<typeof action>()?.failure
  return <MembershipPage {...page} failure={failure} />
}
