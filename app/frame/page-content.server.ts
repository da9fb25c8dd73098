import { type EntryContext } from '@remix-run/node'
import { isSharedPage, readSharedQuery } from '../visit/cacheable-pages.server.ts'
import { namesSession } from '../visit/session.server.ts'
import { leavePlaces, type OwnTexts } from './render-html.server.ts'

type Page = EntryContext['staticHandlerContext']

/** All that a page shows, as text, and for whom: for everybody, for one purchase, or for the desk. */
export interface PageContent {
  text: string
  of: 'everybody' | 'purchase' | 'desk'
}

/** The pages of a purchase; without a session they are the same for all who choose the same. */
const PURCHASE_PAGE = /^\/checkout\/[\w-]+(?:\/(?:pay|gift))?$/

const FORM_KEY = /"formKey":"([\da-f-]{36})"/

/** The key of the page's form, which no other answer may have, from its loaders' data as JSON. */
export const findFormKey = (loaded: string): string | undefined => FORM_KEY.exec(loaded)?.[1]

interface Asked {
  request: Request
  page: Page
  own: OwnTexts
  /** What its loaders returned, as JSON. */
  loaded: string
  /** The data of a page that the framework's script continues with, as it stands in the kept page. */
  data: string | undefined
  /** The name of the member of staff whose page of the desk this is. */
  person: string | undefined
}

/**
 * The data of a page's loaders and its address, which decide its HTML: parts read no clock and nothing
 * else. Of a public page’s address the parameters go that no public page reads. Undefined for pages
 * that show what only one person sees, and for answers to a form.
 */
export function readContent({ request, page, own, loaded, data, person }: Asked): PageContent | undefined {
  const { location, actionData, errors } = page
  const { pathname, search } = location
  if (actionData || errors) return undefined
  if (data !== undefined) {
    return PURCHASE_PAGE.test(pathname) && !namesSession(request)
      ? { of: 'purchase', text: `${pathname}${search} ${data}` }
      : undefined
  }
  if (person !== undefined) {
    return { of: 'desk', text: `${person} ${pathname}${search} ${leavePlaces(loaded, own)}` }
  }
  if (!isSharedPage(pathname)) return undefined
  const { read } = readSharedQuery({ pathname, searchParams: new URLSearchParams(search) }, [])
  page.location = { ...location, search: read }
  return { of: 'everybody', text: `${pathname}${read} ${loaded}` }
}
