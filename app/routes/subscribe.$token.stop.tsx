import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { type MetaFunction, useActionData, useLoaderData } from '@remix-run/react'
import { type PageHandle } from '../page/page-handle.ts'
import { pageMeta } from '../page/page-meta.ts'
import { ButtonPage } from '../forms/subscribe-page.tsx'
import { SECRET_PAGE_HEADERS } from '../visit/mailed-link.server.ts'
import { newsletterToken, stopNewsletter } from '../forms/newsletter.server.ts'
import sheet from '../styles/form-pages.css?url'
import { loadVisit } from '../visit/load-visit.server.ts'
import { NOT_FOUND_PAGE } from '../visit/error-messages.ts'

function requireToken(param: string | undefined): string {
  const token = newsletterToken(param)
  if (!token) throw new Response(NOT_FOUND_PAGE, { status: 404, headers: SECRET_PAGE_HEADERS })
  return token
}

export const loader = ({ params }: LoaderFunctionArgs) =>
  data({ action: `/subscribe/${requireToken(params.token)}/stop` }, { headers: SECRET_PAGE_HEADERS })

/** Submitted by the button, or by a mail program without a page and without cookies (RFC 8058). */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const token = requireToken(params.token)
  const result = await stopNewsletter(await loadVisit(request, context), token)
  const problem = result.ok ? undefined : result.message
  return data(
    { stopped: result.ok, problem },
    { status: result.ok ? 200 : result.status, headers: SECRET_PAGE_HEADERS },
  )
}

export const headers = () => SECRET_PAGE_HEADERS
export const handle: PageHandle = { layout: 'landing-pages', sheet }

export const meta: MetaFunction<typeof loader> = ({ matches }) => [
  ...pageMeta(matches, { title: 'Stop our news' }),
  { name: 'robots', content: 'noindex' },
]

export default function StopNews() {
  const { action: href } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  if (answer?.stopped) {
    return (
      <div className="wrap section form-page">
        <div className="head">
          <h1>No more news</h1>
          <p>We send this address no news any more. Tickets and receipts still come.</p>
        </div>
        <p>
          <a href="/">To our flights</a>
        </p>
      </div>
    )
  }
  const text =
    answer?.problem ??
    'Press the button, and the address this mail came to gets no more news of ours. Tickets ' +
      'and receipts still come.'
  return (
    <ButtonPage
      title="Stop these mails"
      text={text}
      action={href}
      button="Stop these mails"
      alert={Boolean(answer?.problem)}
    />
  )
}
