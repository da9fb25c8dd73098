import { data, type LoaderFunctionArgs } from '@remix-run/node'
import { type MetaFunction, useLoaderData } from '@remix-run/react'
import { IntegrityChecksReply } from '#contract/promise.ts'
import { type PageHandle } from '../page/page-handle.ts'
import { pageMeta } from '../page/page-meta.ts'
import { isCheckRunOverdue, summarizeCheckRun } from '../integrity-checks/check-summary.ts'
import { formatDateTime } from '../format/date-time.ts'
import { IntegrityCheckRows } from '../integrity-checks/check-rows.tsx'
import { loadCatalogueVisit } from '../catalogue/load-catalogue.server.ts'
import { SHARED_HEADERS } from '../visit/cacheable-pages.server.ts'
import sheet from '../styles/promises.css?url'
import { UNREACHABLE } from '../visit/error-messages.ts'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { brand, api, now } = await loadCatalogueVisit(request, context)
  const result = await api.get('/v1/promises', IntegrityChecksReply)
  // A service with only the calls of spec section 7 has no results to publish.
  if (!result.ok && result.status !== 404) throw new Response(UNREACHABLE, { status: 503 })
  const counted = result.ok ? result.data : { promises: [], run: null }
  const { run } = counted
  const page = {
    brand: brand.name,
    zone: brand.time_zone,
    promises: counted.promises,
    published: result.ok,
    summary: summarizeCheckRun(counted),
    run: run && { at: run.finished_at, late: isCheckRunOverdue(run.finished_at, now) },
  }
  return data(page, { headers: SHARED_HEADERS })
}

export const headers = ({ loaderHeaders }: { loaderHeaders: Headers }) => loaderHeaders
export const handle: PageHandle = { sheet }

const SUMMARY = 'Every night we count what is listed here once more, and publish what we find.'

export const meta: MetaFunction<typeof loader> = ({ matches }) =>
  pageMeta(matches, { title: 'Our promises', description: SUMMARY, path: '/promises' })

export default function PromisesPage() {
  const { brand, zone, promises, published, summary, run } = useLoaderData<typeof loader>()
  return (
    <div className="wrap section promises">
      <div className="head split">
        <div className="stack">
          <p className="eyebrow">Counted every night</p>
          <h1>Our promises, and whether we keep them</h1>
        </div>
        <p className="promise-lede">
          {SUMMARY} The good and the bad: zero is kept, anything else is not, and it stays here until it is
          put right.
        </p>
      </div>
      {published ? (
        <>
          <div className={`promise-count ${summary.state}`}>
            <p className="promise-headline">{summary.headline}</p>
            {run ? (
              <p className="sm">
                Last count: <time dateTime={run.at}>{formatDateTime(run.at, zone)}</time>
                {run.late ? '. That is longer ago than it should be.' : null}
              </p>
            ) : (
              <p className="sm">The first count is on its way. Please look again in a few minutes.</p>
            )}
          </div>
          {(['seats', 'money', 'messages'] as const).map((subject) => (
            <IntegrityCheckRows key={subject} subject={subject} checks={promises} zone={zone} />
          ))}
          <p className="promise-foot sm muted">
            The figures are counts and amounts: no name, no order and no card is ever shown here. When a count
            finds something wrong, those who work at {brand} get a mail, and a list of each row.
          </p>
        </>
      ) : (
        <p className="promise-headline">This shop does not publish its count yet.</p>
      )}
    </div>
  )
}
