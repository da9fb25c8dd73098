import { useRouteLoaderData } from '@remix-run/react'
import { type Banner } from '../campaigns/campaign-banner.tsx'
import { type ServiceTexts } from './service-texts.ts'

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
  /** The brand's sale banner, on pages that sell. */
  banner: Banner | undefined
}

/** The frame's data; undefined only when the root itself could not be loaded. */
export function useShellData(): ShellData | undefined {
  return useRouteLoaderData<ShellData>('root')
}

/** The brands that have a look of their own; any other wears the first one's. */
export const getTheme = (brandId: number | undefined): '1' | '2' => (brandId === 2 ? '2' : '1')

/** `(201) 555-0142` → `tel:+12015550142` */
export function telHref(phone: string): string {
  const digits = phone.replace(/\D/g, '')
  return `tel:+${digits.length === 10 ? '1' : ''}${digits}`
}
