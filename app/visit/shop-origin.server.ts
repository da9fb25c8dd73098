import { type ShopContext } from './shop-context.server.ts'

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']

/**
 * The address under which this visitor sees the shop, for links that come back from outside. It is
 * picked from configured hosts only: the request says which of them, never a new one. Scheme and
 * port are the public address's. On the machine itself the names of the loopback address count as
 * one host.
 *
 * @param brandHosts hosts of the brand on show
 * @returns an origin without a trailing slash
 */
export function getShopOrigin(
  request: Request,
  settings: Pick<ShopContext['settings'], 'publicUrl'>,
  brandHosts: readonly string[],
): string {
  const publicUrl = new URL(settings.publicUrl)
  const asked = new URL(request.url).hostname
  const allowed = LOOPBACK.includes(publicUrl.hostname) ? [...brandHosts, ...LOOPBACK] : brandHosts
  const host = allowed.find((one) => one === asked)
  if (!host) return publicUrl.origin
  return `${publicUrl.protocol}//${host}${publicUrl.port ? `:${publicUrl.port}` : ''}`
}
