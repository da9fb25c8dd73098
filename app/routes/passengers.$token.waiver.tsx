import { data, type LoaderFunctionArgs } from '@remix-run/node'
import { type MetaFunction, useLoaderData } from '@remix-run/react'
import { type PageHandle } from '../page/page-handle.ts'
import { pageMeta } from '../page/page-meta.ts'
import { formatDateTime } from '../format/date-time.ts'
import { SECRET_PAGE_HEADERS } from '../visit/mailed-link.server.ts'
import { findPassengerForm } from '../passengers/passenger-form.server.ts'
import { DrawnSignature } from '../passengers/signature-drawing.tsx'
import { getWaiverText } from '../passengers/waiver-text.server.ts'
import sheet from '../passengers/passenger-pages.css?url'
import { loadVisit } from '../visit/load-visit.server.ts'
import { NOT_FOUND_PAGE } from '../visit/error-messages.ts'

/** @throws Response 404 if nothing was signed, or if the link is invalid */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const visit = await loadVisit(request, context)
  const form = await findPassengerForm(visit, params.token)
  const words = form?.waiver_text?.words
  const text = form?.waiver && (await getWaiverText(visit.brand.name, form.waiver.version, words))
  if (!form?.waiver || !text)
    throw new Response(NOT_FOUND_PAGE, { status: 404, headers: SECRET_PAGE_HEADERS })
  const { full_name: passenger, flight, waiver } = form
  const { timezone } = flight
  const at = waiver.signed_at
  const signedAt = formatDateTime(at, timezone)
  const back = `/passengers/${encodeURIComponent(params.token ?? '')}`
  return data({ text, passenger, waiver, signedAt, back }, { headers: SECRET_PAGE_HEADERS })
}

export const handle: PageHandle = { layout: 'checkout', sheet }
export const headers = () => SECRET_PAGE_HEADERS
export const meta: MetaFunction<typeof loader> = ({ matches }) => [
  ...pageMeta(matches, { title: 'Your signed waiver' }),
  { name: 'robots', content: 'noindex' },
]

/** The waiver as it was signed, for reading and printing. */
export default function SignedWaiver() {
  const { text, passenger, waiver, signedAt, back } = useLoaderData<typeof loader>()
  return (
    <div className="wrap section narrow">
      <div className="head">
        <h1>{text.title}</h1>
        <p>Version {waiver.version}</p>
      </div>
      <div className="prose" dangerouslySetInnerHTML={{ __html: text.html }} />
      <dl className="breakdown signed mt6">
        <div>
          <dt>Passenger</dt>
          <dd>{passenger}</dd>
        </div>
        <div>
          <dt>Signed by</dt>
          <dd>
            {waiver.signature}
            {waiver.drawing === null ? null : <DrawnSignature drawing={waiver.drawing} />}
          </dd>
        </div>
        <div>
          <dt>On</dt>
          <dd>{signedAt}</dd>
        </div>
      </dl>
      <div className="btn-row mt6 no-print">
        <button type="button" className="btn" data-print hidden>
          Print
        </button>
        <a className="btn second" href={back}>
          Back to your details
        </a>
      </div>
    </div>
  )
}
