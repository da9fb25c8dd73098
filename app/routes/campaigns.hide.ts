import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { HIDDEN_DAYS, NO_BANNER } from '../campaigns/hidden-banner.ts'
import { getShopContext } from '../visit/shop-context.server.ts'

/** Hides the sale banner in this browser for a week, and returns to the same page. */
export function action({ request, context }: ActionFunctionArgs) {
  const { settings } = getShopContext(context)
  const secure = settings.publicUrl.startsWith('https://') ? '; Secure' : ''
  const cookie =
    `${NO_BANNER}; Max-Age=${String(HIDDEN_DAYS * 86_400)}; Path=/; HttpOnly; ` + `SameSite=Lax${secure}`
  return redirect(returnPath(request), { status: 303, headers: { 'Set-Cookie': cookie } })
}

export const loader = () => redirect('/campaigns')

/** The page on which the button was pressed, if it belongs to the shop. */
function returnPath(request: Request): string {
  const from = request.headers.get('Referer') ?? ''
  if (!URL.canParse(from)) return '/'
  const { host, pathname, search } = new URL(from)
  return host === new URL(request.url).host && !pathname.startsWith('//') ? pathname + search : '/'
}
