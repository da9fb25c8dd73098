import { createHash } from 'node:crypto'
import { chooseInk, readHex } from './banner-ink.ts'
import layout from '../styles/banner.css?inline'

const version = createHash('sha256').update(layout).digest('base64url').slice(0, 8)

/**
 * Address of a banner's style sheet. It contains the background colour, so browsers may cache it
 * permanently.
 */
export function getBannerStyleSheetHref(color: string | null | undefined): string {
  const ground = readHex(color)
  const query = new URLSearchParams({ v: version, ...(ground ? { ground } : {}) })
  return `/campaigns/banner.css?${query.toString()}`
}

/**
 * The style sheet of that address. Pages contain no inline styles, yet staff may choose any colour.
 */
export function renderBannerStyleSheet(params: URLSearchParams): string {
  const ground = readHex(params.get('ground'))
  return ground ? `${layout}.banner{--ground:#${ground};--on-ground:#${chooseInk(ground)}}` : layout
}
