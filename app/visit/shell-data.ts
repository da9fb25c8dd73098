import { type Place } from '#contract/enums.ts'
import { useRouteLoaderData } from '@remix-run/react'

/** The data of every page's frame; nothing in it is personal. */
export interface ShellData {
  brand: {
    id: number
    name: string
    tagline: string
    phone: string
    email: string
    /**
     * Whether buyers reschedule their flights themselves; undefined if the service does not say.
     */
    rescheduling: boolean | undefined
  }
  theme: {
    /** `data-brand` of the document: the tokens of its theme. */
    name: string
    /** The address of the style sheet that declares the fonts. */
    fontSheet: string
    /** The address of the icon. */
    mark: string
    /** The picture of pages without a place. */
    plain: Place
  }
  /** The brand's address from the settings, without a trailing slash: for canonical links. */
  origin: string
  testMode: boolean
  /** The service has only the calls of spec section 7: pages say what is missing. */
  specOnly: boolean
  words: ServiceTexts
  year: number
  /** Under maintenance, and the page is not one of those that stay available. */
  closed: boolean
}

/** The frame's data; undefined only if the root itself could not be loaded. */
export function useShellData(): ShellData | undefined {
  return useRouteLoaderData<ShellData>('root')
}

/** `(201) 555-0142` → `tel:+12015550142` */
export function telHref(phone: string): string {
  const digits = phone.replace(/\D/g, '')
  return `tel:+${digits.length === 10 ? '1' : ''}${digits}`
}

/** Texts about prices and seats that depend on what the service behind the shop knows. */
export interface ServiceTexts {
  /** Shown if the number of free seats is unknown; undefined if it is known. */
  unknownSeats: string | undefined
  /** Above lists of flights. */
  priceNote: string
  checkoutNote: string
  /** After a price: `a seat, every fee included`. */
  fees: string
  /** Beside a button on phones. */
  barNote: string
  shortFees: string
  /** What the prices in the calendar include. */
  dayPrice: string
  /** Below an amount without the service's own fees. */
  total: string
  /** Beside the order, before the payment. */
  holdNote: string
  /** Whether there is a hosted payment page, which takes a card without scripts. */
  hostedPage: boolean
  /** How a card is paid while its fields are not available. */
  cardNote: string
  /**
   * Whether the service mails a ticket with a calendar file, and holds seats during the payment.
   */
  tickets: boolean
}
