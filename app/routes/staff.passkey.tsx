import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { PasskeyAssertion } from '#contract/passkey.ts'
import { JwtReply } from '#contract/people.ts'
import { type PageHandle } from '../page/page-handle.ts'
import { pageMeta } from '../page/page-meta.ts'
import { NO_INDEX } from '../staff/parts/no-index.ts'
import { findPasskeyPlace } from '../staff/parts/passkey-place.server.ts'
import { SentCredential } from '../staff/parts/read-credential.server.ts'
import { readStaffReturnPath } from '../staff/parts/staff-visit.server.ts'
import { PASSKEY_SIGN_IN_SHAPE } from '../staff/today/sign-in-form.ts'
import { PasskeyPage } from '../staff/today/passkey-page.tsx'
import { parseForm, type Refusal, refuseForm } from '../ui/form/read-form.server.ts'
import { readForm, SentText } from '../ui/form/sent-values.server.ts'
import { NOT_FOUND_PAGE } from '../visit/error-messages.ts'
import { forgetOtherPhone } from '../visit/kept-phone.server.ts'
import { loadVisit, visitHeaders } from '../visit/load-visit.server.ts'
import { commitSession, PRIVATE_HEADERS } from '../visit/session.server.ts'
import { enterWithToken } from '../visit/sign-in.server.ts'
import sheet from '../styles/staff.css?url'

const PATH = '/staff/passkey'
const SignInForm = z.object({ credential: SentCredential(PasskeyAssertion) })
const SentNext = z.object({ next: SentText })

/** Passkeys belong to one host, so this page is at that host alone. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const visit = await loadVisit(request, context)
  if (visit.specOnly) throw new Response(NOT_FOUND_PAGE, { status: 404, headers: PRIVATE_HEADERS })
  const headers = await visitHeaders(visit)
  const { search, searchParams } = new URL(request.url)
  const elsewhere = findPasskeyPlace(request, visit.shop, `${PATH}${search}`)
  if (elsewhere !== undefined) throw redirect(elsewhere, { status: 303, headers })
  const next = readStaffReturnPath(searchParams.get('next'))
  return data({ next }, { headers })
}

/** A passkey stands for the password and the code of the app. */
export async function action({ request, context }: ActionFunctionArgs) {
  const visit = await loadVisit(request, context)
  if (visit.specOnly) throw new Response(NOT_FOUND_PAGE, { status: 404, headers: PRIVATE_HEADERS })
  const form = await request.formData()
  const next = readStaffReturnPath(readForm(form, SentNext).next)
  const headers = await visitHeaders(visit)
  const submission = parseForm(form, SignInForm)
  const refuse = (status: number, why?: Refusal) =>
    data({ next, refusal: refuseForm(PASSKEY_SIGN_IN_SHAPE, submission, why) }, { status, headers })
  if (submission.status !== 'success') return refuse(422)
  const body = { passkey: submission.value }
  const opened = await visit.api.post('/v1/user_token/passkey', JwtReply, { body })
  if (!opened.ok) return refuse(opened.status, opened)
  await enterWithToken(visit.shop, visit.session, opened.data.jwt)
  const erase = await forgetOtherPhone(visit.shop, visit.session)
  const cookie = await commitSession(visit.session, visit.shop)
  return redirect(next, { status: 303, headers: { ...PRIVATE_HEADERS, ...erase, 'Set-Cookie': cookie } })
}

export const handle: PageHandle = { layout: 'desk', staffSection: 'sign-in', sheet }
export const headers = () => PRIVATE_HEADERS

export const meta: MetaFunction<typeof loader> = ({ matches }) => [
  ...pageMeta(matches, { title: 'Sign in with a passkey' }),
  NO_INDEX,
]

export default function StaffPasskey() {
  const answer = useActionData<typeof action>()
  return <PasskeyPage next={useLoaderData<typeof loader>().next} refusal={answer?.refusal} />
}
