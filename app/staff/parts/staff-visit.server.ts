import { type AppLoadContext, redirect } from '@remix-run/node'
import { type SecondFactor, SecondFactorReply } from '#contract/second-factor.ts'
import { parseReturnPath } from '../../visit/return-path.ts'
import { PRIVATE_HEADERS } from '../../visit/session.server.ts'
import { forgetPerson, keepPerson } from '../../visit/person.server.ts'
import { loadVisit, requireData, type Visit, visitHeaders } from '../../visit/load-visit.server.ts'
import { NOT_FOUND_PAGE } from '../../visit/error-messages.ts'
import { type ApiClient } from '../../visit/api-result.ts'
import { loginHref } from '../../visit/login-href.ts'
import { keepFormHref, signInHref } from './sign-in-href.ts'

/** A member of staff who is logged in. */
export interface StaffVisit {
  visit: Visit
  /** The client with their token. */
  userApi: ApiClient
  factor: SecondFactor
  /** The headers of every page in the staff area: never cached, never indexed. */
  headers: Record<string, string>
}

/**
 * Requires a logged-in account with a role. For others the page does not exist; visitors are sent
 * to the log-in.
 *
 * @throws Response 303 to the log-in, 404
 */
export async function requireStaffAccount(request: Request, context: AppLoadContext): Promise<StaffVisit> {
  const visit = await loadVisit(request, context)
  const { pathname, search } = new URL(request.url)
  const notFound = new Response(NOT_FOUND_PAGE, { status: 404, headers: PRIVATE_HEADERS })
  if (visit.specOnly) throw notFound
  const headers = await visitHeaders(visit)
  if (!visit.userApi || !visit.user)
    throw redirect(loginHref(`${pathname}${search}`), { status: 303, headers })
  const factor = requireData(await visit.userApi.get('/v1/second_factor', SecondFactorReply)).second_factor
  if (factor.state === 'none') throw notFound
  keepPerson(context, visit.user)
  return { visit, userApi: visit.userApi, factor, headers }
}

/**
 * Requires a member of staff who has entered the second factor in this session.
 *
 * @param roles for accounts without any of them the page does not exist
 * @throws Response 303 to the sign-in, 307 to it with what was typed, 404
 */
export async function requireStaff(
  request: Request,
  context: AppLoadContext,
  roles: readonly SecondFactor['roles'][number][] = ['admin', 'staff'],
): Promise<StaffVisit> {
  const staff = await requireStaffAccount(request, context)
  if (staff.factor.state !== 'shown') {
    const { pathname, search } = new URL(request.url)
    const { headers } = staff
    if (staff.factor.state === 'to_show' && isTypedForm(request)) {
      throw redirect(keepFormHref(`${pathname}${search}`), { status: 307, headers })
    }
    throw redirect(signInHref(`${pathname}${search}`), { status: 303, headers })
  }
  if (!staff.factor.roles.some((role) => roles.includes(role))) {
    if (!isDeskStaff(staff)) forgetPerson(context)
    throw new Response(NOT_FOUND_PAGE, { status: 404, headers: PRIVATE_HEADERS })
  }
  return staff
}

/** A form without files: the browser can send it again, after its sender has signed in. */
const isTypedForm = ({ method, headers }: Request): boolean =>
  method === 'POST' && headers.get('content-type')?.startsWith('application/x-www-form-urlencoded') === true

/** The page of the staff area to open after the sign-in. */
export function readStaffReturnPath(input: unknown, home = '/staff'): string {
  const path = parseReturnPath(input)
  if (path === undefined || path.startsWith('/staff/sign-in')) return home
  return /^\/(?:staff|pilot|agent)(?:[/?#]|$)/.test(path) ? path : home
}

/** Where somebody begins: the desk, the own flights or the own commission. */
export function homeOf(staff: StaffVisit): string {
  if (isDeskStaff(staff)) return '/staff'
  return staff.factor.roles.includes('pilot') ? '/pilot' : '/agent'
}

/** Staff who sell: others have only pages of their own. */
export const isDeskStaff = ({ factor }: StaffVisit): boolean =>
  factor.roles.some((role) => role === 'admin' || role === 'staff')
