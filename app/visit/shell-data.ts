import { type Place } from '#contract/enums.ts'
import { useRouteLoaderData } from '@remix-run/react'

/** What every page's frame needs; nothing in it belongs to one visitor. */
export interface ShellData {
  brand: {
    id: number
    name: string
    tagline: string
    phone: string
    email: string
    /** Buyers move their flights themselves; undefined where the service does not say. */
    rescheduling: boolean | undefined
  }
  theme: {
    /** `data-brand` of the document: the tokens of its theme. */
    name: string
    /** Addresses of the display face and of the icon. */
    face: string
    mark: string
    /** The picture of what has no place. */
    plain: Place
  }
  /** The brand's address from the settings, without a trailing slash: for canonical links. */
  origin: string
  testMode: boolean
  /**
   * The service behind the shop knows the calls of spec section 7 only: pages say what is missing.
   */
  specOnly: boolean
  words: ServiceTexts
  year: number
  /** Under maintenance, and not one of the pages that go on. */
  closed: boolean
}

/** The frame's data; undefined only when the root itself could not be loaded. */
export function useShellData(): ShellData | undefined {
  return useRouteLoaderData<ShellData>('root')
}

/** `(201) 555-0142` → `tel:+12015550142` */
export function telHref(phone: string): string {
  const digits = phone.replace(/\D/g, '')
  return `tel:+${digits.length === 10 ? '1' : ''}${digits}`
}

/** What pages say of prices and seats, as far as the service behind the shop tells them. */
export interface ServiceTexts {
  /** Said where nobody tells how many seats are left; undefined where they are told. */
  unknownSeats: string | undefined
  /** Above lists of flights. */
  priceNote: string
  checkoutNote: string
  /** After a price: `a seat, every fee included`. */
  fees: string
  /** Beside a button on phones. */
  barNote: string
  shortFees: string
  /** Of the calendar: what its prices are. */
  dayPrice: string
  /** Of a sum without the service's own fees. */
  total: string
  /** Beside the order, on the way to pay. */
  holdNote: string
  /** The provider's own page takes a card where no script runs. */
  hostedPage: boolean
  /** How a card is taken while its fields are not there. */
  cardNote: string
  /** It mails a ticket with a calendar file, and keeps seats for who is about to pay. */
  tickets: boolean
}
