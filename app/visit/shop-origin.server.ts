import { type ShopContext } from './shop-context.server.ts'

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']

/**
 * The origin under which this visitor sees the shop, for links that return from other sites. It is
 * one of the configured hosts: the request only selects which one. Scheme and port are those of the
 * public address. On a developer's machine all names of the loopback address count as one host.
 *
 * @param brandHosts hosts of the current brand
 * @returns an origin without a trailing slash
 */
export function getShopOrigin(
  request: Request,
  settings: Pick<ShopContext['settings'], 'publicUrl'>,
  brandHosts: readonly string[],
): string {
  const publicUrl = new URL(settings.publicUrl)
  const requestedHost = new URL(request.url).hostname
  const allowed = LOOPBACK.includes(publicUrl.hostname) ? [...brandHosts, ...LOOPBACK] : brandHosts
  const host = allowed.find((one) => one === requestedHost)
  if (!host) return publicUrl.origin
  return `${publicUrl.protocol}//${host}${publicUrl.port ? `:${publicUrl.port}` : ''}`
}
