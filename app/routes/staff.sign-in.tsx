import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { SecondFactorReply, SecondFactorSecretReply } from '#contract/second-factor.ts'
import { type PageHandle } from '../page/page-handle.ts'
import { pageMeta } from '../page/page-meta.ts'
import { SignInPage } from '../staff/today/sign-in-page.tsx'
import { NO_INDEX } from '../staff/parts/no-index.ts'
import { atDesk, type DeskVisit, nextInDesk, requireRole } from '../staff/parts/staff-visit.server.ts'
import { PRIVATE } from '../visit/session.server.ts'
import sheet from '../styles/staff.css?url'

/** Pilots have their flights, and nothing else. */
const homeOf = (desk: DeskVisit) => (atDesk(desk) ? '/staff' : '/staff/flights')

export async function loader({ request, context }: LoaderFunctionArgs) {
  const desk = await requireRole(request, context)
  const { factor, headers } = desk
  const next = nextInDesk(new URL(request.url).searchParams.get('next'), homeOf(desk))
  if (factor.state === 'shown') throw redirect(next, { status: 303, headers })
  return data({ state: factor.state, next }, { headers })
}

/** `set_up` tells a new secret once, on the page that answers; `show` sends a code. */
export async function action({ request, context }: ActionFunctionArgs) {
  const desk = await requireRole(request, context)
  const { own, headers } = desk
  const form = await request.formData()
  const next = nextInDesk(form.get('next'), homeOf(desk))
  if (form.get('intent') === 'set_up') {
    const started = await own.post('/v1/second_factor', SecondFactorSecretReply, { body: {} })
    if (!started.ok)
      return data(
        { next, secret: null, uri: null, problem: null, failure: started.message },
        { status: started.status, headers },
      )
    const { secret, uri } = started.data.second_factor
    return data({ next, secret, uri, problem: null, failure: null }, { headers })
  }
  const code = String(form.get('code') ?? '')
  const shown = await own.put('/v1/second_factor', SecondFactorReply, { body: { second_factor: { code } } })
  if (shown.ok) return redirect(next, { status: 303, headers })
  const problem = shown.errors['code']?.[0] ?? null
  // Kept in the form while it is being set up: it is told once, and a slip of a finger must not
  // cost it.
  const secret = form.get('secret')
  const kept = typeof secret === 'string' && /^[A-Z2-7]{16,64}$/.test(secret) ? secret : null
  return data(
    { next, secret: kept, uri: null, problem, failure: problem ? null : shown.message },
    { status: shown.status, headers },
  )
}

export const handle: PageHandle = { layout: 'desk', desk: 'sign-in', sheet }
export const headers = () => PRIVATE

export const meta: MetaFunction<typeof loader> = ({ matches }) => [
  ...pageMeta(matches, { title: 'Sign in to the desk' }),
  NO_INDEX,
]

export default function StaffSignIn() {
  return <SignInPage {...useLoaderData<typeof loader>()} answer={useActionData<typeof action>()} />
}
