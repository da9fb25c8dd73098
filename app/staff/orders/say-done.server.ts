import { redirect } from '@remix-run/node'
import { commitSession, PRIVATE_HEADERS } from '../../visit/session.server.ts'
import { type StaffVisit } from '../parts/staff-visit.server.ts'
import { type FilterDone } from './saved-filter-forms.ts'

/**
 * Opens the page of an order, which says what was done. The message is in the session and not in the
 * address, so that nobody can mail staff a link with a message that tells them to refund money.
 */
export async function sayOnOrder(
  { visit: { session, shop } }: StaffVisit,
  order: string,
  text: string,
): Promise<Response> {
  session.flash('deskSaid', { order, text })
  const headers = { ...PRIVATE_HEADERS, 'Set-Cookie': await commitSession(session, shop) }
  return redirect(`/staff/orders/${order}`, { status: 303, headers })
}

/**
 * Opens the list of orders, which says what was done. The message is in the session and not in the
 * address, so that nobody can mail staff a link with one.
 */
export async function sayDone(
  { visit: { session, shop } }: StaffVisit,
  to: string,
  done: FilterDone,
): Promise<Response> {
  session.flash('ordersSaid', done)
  const headers = { ...PRIVATE_HEADERS, 'Set-Cookie': await commitSession(session, shop) }
  return redirect(to, { status: 303, headers })
}
