import { type ActionFunctionArgs } from '@remix-run/node'
import { z } from 'zod'
import { Id } from '#contract/primitives.ts'
import { requireForm } from '../staff/parts/require-form.server.ts'
import { requireStaff, type StaffVisit } from '../staff/parts/staff-visit.server.ts'
import { answerPhone, handlePhone } from '../staff/pilot/answer-phone.server.ts'
import { NOT_FOUND_PAGE } from '../visit/error-messages.ts'
import { PRIVATE_HEADERS } from '../visit/session.server.ts'

/** Nothing is read here. */
export function loader() {
  throw new Response(NOT_FOUND_PAGE, { status: 404, headers: PRIVATE_HEADERS })
}

const SentBy = z.object({ person: Id })

/**
 * Takes an entry that a phone kept, from the person who made it. 401 says that they have to sign in
 * again, 403 that somebody else is signed in.
 */
export async function action({ request, context }: ActionFunctionArgs) {
  let staff: StaffVisit
  try {
    staff = await requireStaff(request, context, ['pilot'])
  } catch (thrown) {
    if (!(thrown instanceof Response)) throw thrown
    if (thrown.status >= 500) return answerPhone(503)
    return answerPhone(thrown.status === 404 ? 403 : 401)
  }
  const form = await request.formData()
  if (requireForm(form, SentBy).person !== staff.visit.user?.id) return answerPhone(403)
  const answer = await handlePhone(staff.userApi, form)
  for (const [name, value] of Object.entries(staff.headers)) answer.headers.set(name, value)
  return answer
}
