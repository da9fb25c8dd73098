import { type ShopContext } from '../../visit/shop-context.server.ts'

/**
 * Where passkeys work: at the host of `PUBLIC_URL` alone, because browsers bind each to one host.
 * Undefined here; elsewhere the page to go to.
 */
export function findPasskeyPlace(
  request: Request,
  { settings }: Pick<ShopContext, 'settings'>,
  path: string,
): string | undefined {
  const there = new URL(path, settings.publicUrl)
  return new URL(request.url).host === there.host ? undefined : there.href
}
