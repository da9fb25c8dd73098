import { type LoaderFunctionArgs } from '@remix-run/node'
import { passLoaderHeaders } from '../visit/cached-headers.ts'
import { ReadingPage, readingMeta } from '../content/reading-page.tsx'
import { loadReadingPage } from '../content/load-reading.server.ts'
import sheet from '../styles/reading.css?url'

export const loader = (args: LoaderFunctionArgs) => loadReadingPage(args, 'new-jersey-doors-off-helicopter')
export const headers = passLoaderHeaders
export const handle = { sheet }
export const meta = readingMeta
export default ReadingPage
