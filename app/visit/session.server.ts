import { createCookieSessionStorage, type Session, type SessionStorage } from '@remix-run/node'
import { type ShopContext } from './shop-context.server.ts'

/**
 * The order under way, and from what it was made: the same choice pressed again goes on with it.
 */
export interface SessionOrder {
  id: number
  /** Hash of the choice and everything typed. */
  fingerprint: string
  /** The form it was sent with: pressing the same form twice is one purchase. */
  formKey: string
  /** The page it is paid from, path and query, for a way back. */
  payPath: string
}

/** The purchase that was made last: who goes back to its form is told so. */
export interface SessionLastPurchase extends Pick<SessionOrder, 'id' | 'payPath'> {
  /** `O-1004` */
  number: string
}

/**
 * What is to pay beside, or instead of, a card that is typed. Codes stand here and not in an
 * address.
 */
export interface SessionTenders {
  /** Ids of the account's own. */
  giftCards: number[]
  vouchers: number[]
  /** Those that were typed into the field for codes. */
  typed: { kind: 'gift_card' | 'voucher'; code: string }[]
  credit: boolean
  /**
   * A saved card's id; `new` for one that is typed; the first one offered where nothing was said.
   */
  card?: number | 'new'
}

/** What pays beside money at the counter, by its codes. */
export interface TenderCodes {
  gift_card_codes: string[]
  vouchers: string[]
}

/** The booking that is to go on on another device, and the ways to it that were made. */
export interface SessionCheckoutTransfer {
  /** Path and query of its pay page. */
  path: string
  /** What it is, in words. */
  what: string
  departureId: number
  departAt: string
  code?: string
  codeUntil?: string
  mailedTo?: string
  reminded?: boolean
}

interface SessionData {
  /** Bearer token for `/v1`. */
  token: string
  /** The e-mail and phone the token was got with, as sent: a changed one needs a new token. */
  guest: string
  /** Where what was typed is kept. */
  draftId: string
  order: SessionOrder
  booked: SessionLastPurchase
  tenders: SessionTenders
  resume: SessionCheckoutTransfer
  /** The plan whose consent box is ticked. */
  membership: number
  /** The secret of the waitlist offer whose seats are being paid for. */
  waitlistOffer: string
}

/** Said once, on the next page. */
interface SessionFlash {
  /** Why a gift card's or voucher's code that was taken out of an address cannot pay. */
  codeRefusal: string
  /** What a discount code does, for who typed it where gift cards are redeemed. */
  codeNote: string
  /** The e-mail that has just joined a waitlist. */
  waitlisted: string
  /** What was typed as e-mail before another password was asked for. */
  resetEmail: string
  /** What the desk has just done for an order, and what is left to do by hand. */
  deskSaid: { order: string; text: string }
  /** A key or a secret that was just made: shown on the page that follows, and never again. */
  deskSecret: { what: string; secret: string }
  /** What is to pay an order that the desk has just sold, beside money. */
  deskCodes: { order: string; codes: TenderCodes }
  /** Why a flight’s photo was not kept, or not taken away. */
  photoRefusal: string
}

export type ShopSession = Session<SessionData, SessionFlash>

const THIRTY_DAYS = 30 * 24 * 60 * 60
const storages = new Map<string, SessionStorage<SessionData, SessionFlash>>()

function sessionStorage(settings: Pick<ShopContext['settings'], 'publicUrl' | 'secrets'>) {
  const secure = settings.publicUrl.startsWith('https://')
  const key = `${String(secure)} ${settings.secrets.session}`
  const known = storages.get(key)
  if (known) return known
  const made = createCookieSessionStorage<SessionData, SessionFlash>({
    cookie: {
      // The prefix makes browsers refuse the cookie from a neighbouring host or without https.
      name: secure ? '__Host-session' : 'session',
      path: '/',
      httpOnly: true,
      sameSite: 'lax',
      secure,
      maxAge: THIRTY_DAYS,
      secrets: [settings.secrets.session],
    },
  })
  storages.set(key, made)
  return made
}

/** The visitor's session; an empty one when there is none, or when its signature is not ours. */
export function getSession(request: Request, shop: Pick<ShopContext, 'settings'>): Promise<ShopSession> {
  return sessionStorage(shop.settings).getSession(request.headers.get('Cookie'))
}

/** The `Set-Cookie` value that keeps what was put into the session. */
export function commitSession(session: ShopSession, shop: Pick<ShopContext, 'settings'>): Promise<string> {
  return sessionStorage(shop.settings).commitSession(session)
}

/** The `Set-Cookie` value that ends the session. */
export function destroySession(session: ShopSession, shop: Pick<ShopContext, 'settings'>): Promise<string> {
  return sessionStorage(shop.settings).destroySession(session)
}

/** Pages that show or set anything of one visitor are kept nowhere. */
export const PRIVATE_HEADERS = { 'Cache-Control': 'private, no-store' } as const
