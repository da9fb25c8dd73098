import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { AccountExportReply } from '#contract/account.ts'
import { DETAILS_PATH } from '../account/details-page.tsx'
import { isLoggedIn } from '../account/handle-details.server.ts'
import { PRIVATE_HEADERS } from '../visit/session.server.ts'
import { loadVisit, visitHeaders } from '../visit/load-visit.server.ts'
import { loginHref } from '../visit/login-href.ts'

/** All data of the account as a file. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const visit = await loadVisit(request, context)
  if (!isLoggedIn(visit)) throw redirect(loginHref(DETAILS_PATH), { status: 303, headers: PRIVATE_HEADERS })
  const headers = await visitHeaders(visit)
  const result = await visit.userApi.get('/v1/users/me/export', AccountExportReply)
  if (!result.ok) throw new Response(result.message, { status: result.status, headers })
  return new Response(`${JSON.stringify(result.data.export, undefined, 2)}\n`, {
    headers: {
      ...headers,
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Disposition': 'attachment; filename="my-data.json"',
    },
  })
}
