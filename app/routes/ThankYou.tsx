import { type MetaFunction } from '@remix-run/react'
import { type PageHandle } from '../page/page-handle.ts'
import { pageMeta } from '../page/page-meta.ts'
import { ThanksPage } from '../forms/thanks-page.tsx'
import { PRIVATE_HEADERS } from '../visit/session.server.ts'
import sheet from '../styles/form-pages.css?url'

export const headers = () => PRIVATE_HEADERS
export const handle: PageHandle = { layout: 'landing-pages', sheet }

export const meta: MetaFunction = ({ matches }) => [
  ...pageMeta(matches, { title: 'You are on the list' }),
  { name: 'robots', content: 'noindex' },
]

/** The page after the button in the mail that confirms a newsletter sign-up. */
export default function OnTheList() {
  return (
    <ThanksPage
      title="You are on the list"
      html="<p>The first mail is on its way. It has a link to leave, as every later one has.</p>"
    />
  )
}
