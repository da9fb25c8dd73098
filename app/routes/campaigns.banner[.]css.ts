import { type LoaderFunctionArgs } from '@remix-run/node'
import { renderBannerStyleSheet } from '../campaigns/banner-stylesheet.server.ts'

/** The colours of a sale banner. The address contains them, so the file never changes. */
export function loader({ request }: LoaderFunctionArgs) {
  return new Response(renderBannerStyleSheet(new URL(request.url).searchParams), {
    headers: {
      'Content-Type': 'text/css; charset=utf-8',
      'Cache-Control': 'public, max-age=31536000, immutable',
    },
  })
}
