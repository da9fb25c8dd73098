import { useRouteError } from '@remix-run/react'
import { BUSY_SENTENCE } from '#contract/service-sentences.ts'
import { MAINTENANCE_SENTENCE } from '#contract/maintenance.ts'
import { BusyPage, ClosedPage, TooFastPage } from './closed-page.tsx'
import { ScenePage } from '../pictures/scene-picture.tsx'
import { useShellData } from '../visit/shell-data.ts'
import { Wordmark } from '../page/wordmark.tsx'
import { describeError } from '../visit/error-messages.ts'

/** The error page: what went wrong, and two links to continue. It works even without a brand. */
export function PageError() {
  const { status, message } = describeError(useRouteError())
  const shell = useShellData()
  if (import.meta.env.SSR && message === MAINTENANCE_SENTENCE) return <ClosedPage />
  if (import.meta.env.SSR && message === BUSY_SENTENCE) return <BusyPage />
  if (import.meta.env.SSR && status === 429) return <TooFastPage message={message} />
  return (
    <div className="errpage">
      {/* Only the server knows all pictures; an error that arises in the browser does without one. */}
      {import.meta.env.SSR ? (
        <ScenePage place={shell?.theme.plain ?? 'liberty'} light="night" alt="" />
      ) : null}
      <div className="wrap">
        <header className="site">
          <div className="site-in">{shell ? <Wordmark name={shell.brand.name} /> : null}</div>
        </header>
        <main id="main" className="stack flow-5">
          <h1>Whoops! {status} Error</h1>
          <p className="lede">{message}</p>
          <div className="btn-row mt6">
            <a className="btn light" href="/">
              Go to the homepage
            </a>
            <a className="btn ghost-light" href="/contact">
              Contact us
            </a>
          </div>
        </main>
      </div>
    </div>
  )
}
