import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { z } from 'zod'
import { readForm, SentText } from '../ui/form/sent-values.server.ts'
import { forgetPhone } from '../visit/kept-phone.server.ts'
import { parseReturnPath } from '../visit/return-path.ts'
import { logOut } from '../visit/sign-in.server.ts'
import { destroySession, getSession, PRIVATE_HEADERS } from '../visit/session.server.ts'
import { getShopContext } from '../visit/shop-context.server.ts'

const LogoutForm = z.object({ next: SentText })

/** A GET request logs nobody out; the button submits a form. */
export const loader = () => redirect('/account#main', { status: 303, headers: PRIVATE_HEADERS })

/**
 * Ends the token at `/v1` and deletes the session: names, weights and the order in progress, too.
 */
export async function action({ request, context }: ActionFunctionArgs) {
  const shop = getShopContext(context)
  const session = await getSession(request, shop)
  await logOut(shop, session)
  const sent = readForm(await request.formData(), LogoutForm)
  const next = parseReturnPath(sent.next) ?? '/'
  const cookie = await destroySession(session, shop)
  const headers = { ...PRIVATE_HEADERS, ...forgetPhone(session), 'Set-Cookie': cookie }
  return redirect(next.includes('#') ? next : `${next}#main`, { status: 303, headers })
}
