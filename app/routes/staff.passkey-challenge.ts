import { type ActionFunctionArgs } from '@remix-run/node'
import { PasskeyChallengeReply, PasskeyChallengeRequest } from '#contract/passkey.ts'
import { requireForm } from '../staff/parts/require-form.server.ts'
import { NOT_FOUND_PAGE } from '../visit/error-messages.ts'
import { loadVisit } from '../visit/load-visit.server.ts'
import { PRIVATE_HEADERS } from '../visit/session.server.ts'

const ChallengeForm = PasskeyChallengeRequest.shape.passkey_challenge

/** Nothing is read here. */
export function loader() {
  throw new Response(NOT_FOUND_PAGE, { status: 404, headers: PRIVATE_HEADERS })
}

/** The options that the page's script gives to the browser. */
export async function action({ request, context }: ActionFunctionArgs) {
  const visit = await loadVisit(request, context)
  const passkey_challenge = requireForm(await request.formData(), ChallengeForm)
  const api = visit.userApi ?? visit.api
  const made = await api.post('/v1/passkey_challenges', PasskeyChallengeReply, {
    body: { passkey_challenge },
  })
  if (!made.ok)
    return Response.json({ failure: made.message }, { status: made.status, headers: PRIVATE_HEADERS })
  return Response.json({ options: made.data.passkey_challenge.options }, { headers: PRIVATE_HEADERS })
}
