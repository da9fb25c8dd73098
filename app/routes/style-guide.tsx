import { type MetaFunction } from '@remix-run/react'
import { type PageHandle } from '../page/page-handle.ts'
import { pageMeta } from '../page/page-meta.ts'
import { useShellData } from '../visit/shell-data.ts'
import { StyleGuidePage } from '../style-guide/style-guide-page.tsx'
import sheet from '../styles/style-guide.css?url'

/** For developers: `remix.config.js` leaves this page out of production builds. */
export const handle: PageHandle = { sheet }

export const meta: MetaFunction = ({ matches }) => [
  ...pageMeta(matches, { title: 'Style guide', path: '/style-guide' }),
  { name: 'robots', content: 'noindex' },
]

export default function StyleGuide() {
  return <StyleGuidePage brandName={useShellData()?.brand.name ?? ''} />
}
