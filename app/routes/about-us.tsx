import { type LoaderFunctionArgs } from '@remix-run/node'
import { keptHeaders } from '../components/kept-headers.ts'
import { ReadingPage, readingMeta } from '../reading/reading-page.tsx'
import { loadReadingPage } from '../server/load-reading.server.ts'
import sheet from '../styles/reading.css?url'

export const loader = (args: LoaderFunctionArgs) => loadReadingPage(args, 'about-us')
export const headers = keptHeaders
export const handle = { sheet }
export const meta = readingMeta
export default ReadingPage
