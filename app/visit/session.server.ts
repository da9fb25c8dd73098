import { createCookieSessionStorage, type Session, type SessionStorage } from '@remix-run/node'
import { secretsOf } from '#settings/key-ring.ts'
import { type ShopContext } from './shop-context.server.ts'

/**
 * The order in progress, and the choice it was made from: submitting the same choice continues it.
 */
export interface SessionOrder {
  id: number
  /** Hash of the choice and everything typed. */
  fingerprint: string
  /** The key of its form: submitting the form twice is one purchase. */
  formKey: string
  /** Path and query of the page it is paid on, for a link back. */
  payPath: string
}

/** The last purchase: a buyer who goes back to its form is informed. */
export interface SessionLastPurchase extends Pick<SessionOrder, 'id' | 'payPath'> {
  /** `O-1004` */
  number: string
}

/**
 * The chosen tenders, and the saved card. Codes are stored here because they must not appear in an
 * address.
 */
export interface SessionTenders {
  /** Ids of gift cards and vouchers of the account. */
  giftCards: number[]
  vouchers: number[]
  /** Codes that were typed into the field for codes. */
  typed: { kind: 'gift_card' | 'voucher'; code: string }[]
  credit: boolean
  /** A saved card's id; `new` for a typed one; without a value the first one offered. */
  card?: number | 'new'
}

/** The codes of the tenders that pay an order of staff, in addition to money. */
export interface TenderCodes {
  gift_card_codes: string[]
  vouchers: string[]
}

/** The checkout that continues on another device, and its codes and links. */
export interface SessionCheckoutTransfer {
  /** Path and query of its pay page. */
  path: string
  /** Its description. */
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
  /** The token of a log-in whose password was right, until the code of the app is typed. */
  awaiting: string
  /** The e-mail and phone that the token was issued for: a changed contact needs a new token. */
  guest: string
  /** The id of the draft with the typed values. */
  draftId: string
  order: SessionOrder
  booked: SessionLastPurchase
  tenders: SessionTenders
  resume: SessionCheckoutTransfer
  /** The plan whose consent box is checked. */
  membership: number
  /** Whose flights the pilot's page has left on this phone. */
  phoneOf: number
  /** The secret of the waitlist offer whose seats are being paid for. */
  waitlistOffer: string
}

/** Messages that are shown once, on the next page. */
interface SessionFlash {
  /** Why the code of a gift card or voucher that was removed from an address cannot pay. */
  codeRefusal: string
  /** What a discount code does, if it was typed where gift cards are redeemed. */
  codeNote: string
  /** The e-mail that has just joined a waitlist. */
  waitlisted: string
  /** The e-mail that was typed before a password reset was requested. */
  resetEmail: string
  /**
   * The message for staff about what was just done for an order, and what is left to do by hand.
   */
  deskSaid: { order: string; text: string }
  /** What was just done on the list of orders, with the filter that can be had back. */
  ordersSaid: { text: string; deleted?: { name: string; filter: string } }
  /** A key or a secret that was just created: shown on the next page, and never again. */
  deskSecret: { what: string; secret: string }
  /** The tenders for an order that staff have just sold. */
  deskCodes: { order: string; codes: TenderCodes }
  /** What staff typed into a sale before they chose another day or time. */
  saleTyped: Record<string, string | string[]>
  /** Why a flight’s photo was not saved, or not removed. */
  photoRefusal: string
}

export type ShopSession = Session<SessionData, SessionFlash>

const THIRTY_DAYS = 30 * 24 * 60 * 60
const storages = new Map<string, SessionStorage<SessionData, SessionFlash>>()

function sessionStorage(settings: Pick<ShopContext['settings'], 'publicUrl' | 'secrets'>) {
  const secure = settings.publicUrl.startsWith('https://')
  const secrets = secretsOf(settings.secrets.session)
  const key = `${String(secure)} ${secrets.join()}`
  const known = storages.get(key)
  if (known) return known
  const made = createCookieSessionStorage<SessionData, SessionFlash>({
    cookie: {
      // The prefix makes browsers reject the cookie from a neighbouring host or without https.
      name: secure ? '__Host-session' : 'session',
      path: '/',
      httpOnly: true,
      sameSite: 'lax',
      secure,
      maxAge: THIRTY_DAYS,
      secrets,
    },
  })
  storages.set(key, made)
  return made
}

/** Whether a request names a session, in whatever state that is. */
export const namesSession = ({ headers }: Request): boolean =>
  /(?:^|;\s*)(?:__Host-)?session=/.test(headers.get('Cookie') ?? '')

/** The visitor's session; an empty one without a cookie, or if its signature is invalid. */
export function getSession(request: Request, shop: Pick<ShopContext, 'settings'>): Promise<ShopSession> {
  return sessionStorage(shop.settings).getSession(request.headers.get('Cookie'))
}

/** The `Set-Cookie` value that stores the session. */
export function commitSession(session: ShopSession, shop: Pick<ShopContext, 'settings'>): Promise<string> {
  return sessionStorage(shop.settings).commitSession(session)
}

/** The `Set-Cookie` value that deletes the session. */
export function destroySession(session: ShopSession, shop: Pick<ShopContext, 'settings'>): Promise<string> {
  return sessionStorage(shop.settings).destroySession(session)
}

/** Headers of pages with personal data: never cached. */
export const PRIVATE_HEADERS = { 'Cache-Control': 'private, no-store' } as const
