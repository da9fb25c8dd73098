import { findShopBrand } from '#brands/index.ts'
import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { SubscriptionReply } from '#contract/membership.ts'
import { skyclubQuestions } from '../../content/skyclub.ts'
import { type PageHandle } from '../page/page-handle.ts'
import { pageMeta } from '../page/page-meta.ts'
import { SkyclubPage } from '../membership/skyclub-page.tsx'
import { findPlan, loadSubscriptions, findCurrentSubscription } from '../membership/load-membership.server.ts'
import { loadClubPrices } from '../membership/load-member-prices.server.ts'
import { PRIVATE_HEADERS } from '../visit/session.server.ts'
import sheet from '../styles/club.css?url'
import { loadVisit, visitHeaders } from '../visit/load-visit.server.ts'
import { loginHref } from '../visit/login-href.ts'

const PATH = '/skyclub'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const visit = await loadVisit(request, context)
  const plan = await findPlan(visit)
  const [own, flights] = await Promise.all([
    visit.user ? loadSubscriptions(visit) : undefined,
    plan ? loadClubPrices(visit, plan) : [],
  ])
  const { texts, pictures } = findShopBrand(visit.brand.id)
  const page = {
    hero: pictures.club,
    text: texts.skyclub,
    questions: skyclubQuestions,
    plan,
    flights,
    user: visit.user !== undefined,
    has: findCurrentSubscription(own)?.status,
  }
  return data(page, { headers: await visitHeaders(visit) })
}

/** Starts a membership for the account; its first invoice is paid on the provider's page. */
export async function action({ request, context }: ActionFunctionArgs) {
  const visit = await loadVisit(request, context)
  if (!visit.user || !visit.userApi)
    return redirect(loginHref(PATH), { status: 303, headers: PRIVATE_HEADERS })
  const headers = await visitHeaders(visit)
  const plan = await findPlan(visit)
  if (!plan) return data({ failure: 'This membership is not sold any more.' }, { status: 409, headers })
  const result = await visit.userApi.post('/v1/subscriptions', SubscriptionReply, {
    body: { subscription: { plan_id: plan.id, brand_id: visit.brand.id } },
  })
  if (!result.ok) return data({ failure: result.message }, { status: result.status, headers })
  const location = result.data.subscription.payment_url ?? '/account/membership'
  return redirect(location, { status: 303, headers })
}

export const headers = () => PRIVATE_HEADERS
export const handle: PageHandle = { layout: 'landing-pages', overArt: true, sheet }

export const meta: MetaFunction<typeof loader> = ({ data: page, matches }) =>
  pageMeta(matches, {
    title: 'SkyClub membership',
    description: page?.text.lede ?? findShopBrand(undefined).texts.skyclub.lede,
    path: PATH,
  })

export default function Skyclub() {
  const page = useLoaderData<typeof loader>()
  const failure = useActionData<typeof action>()?.failure
  return <SkyclubPage {...page} failure={failure} />
}
