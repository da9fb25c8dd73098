import { createHash } from 'node:crypto'
import { chooseInk, readHex } from './banner-ink.ts'
import layout from '../styles/banner.css?inline'

const version = createHash('sha256').update(layout).digest('base64url').slice(0, 8)

/**
 * Address of the style sheet of a banner: for ever the same for one ground, so browsers keep it.
 */
export function getBannerStyleSheetHref(color: string | null | undefined): string {
  const ground = readHex(color)
  const query = new URLSearchParams({ v: version, ...(ground ? { ground } : {}) })
  return `/campaigns/banner.css?${query.toString()}`
}

/**
 * The sheet of that address: pages hold no style of their own, and staff choose any colour they
 * like.
 */
export function renderBannerStyleSheet(params: URLSearchParams): string {
  const ground = readHex(params.get('ground'))
  return ground ? `${layout}.banner{--ground:#${ground};--on-ground:#${chooseInk(ground)}}` : layout
}
