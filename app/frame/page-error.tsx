import { useMatches, useRouteError } from '@remix-run/react'
import { type ReactNode } from 'react'
import { BUSY_SENTENCE } from '#contract/service-sentences.ts'
import { MAINTENANCE_SENTENCE } from '#contract/maintenance.ts'
import { BusyPage, ClosedPage, TooFastPage } from './closed-page.tsx'
import { collectHandles, mergeHandles } from '../page/page-handle.ts'
import { PageFrame } from './page-frame.tsx'
import { ScenePage } from '../pictures/scene-picture.tsx'
import { type ShellData, useShellData } from '../visit/shell-data.ts'
import { usePerson } from '../page/person.ts'
import { Wordmark } from '../page/wordmark.tsx'
import { describeError } from '../visit/error-messages.ts'

/** The error page: what went wrong, and two links to continue. It works even without a brand. */
export function PageError() {
  const { status, message } = describeError(useRouteError())
  const shell = useShellData()
  if (import.meta.env.SSR && message === MAINTENANCE_SENTENCE) return <ClosedPage />
  if (import.meta.env.SSR && message === BUSY_SENTENCE) return <BusyPage />
  if (import.meta.env.SSR && status === 429) return <TooFastPage message={message} />
  const page = (
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
  return import.meta.env.SSR ? (
    <DeskError status={status} message={message} shell={shell} elsewhere={page} />
  ) : (
    page
  )
}

interface DeskErrorProps {
  status: number
  message: string
  shell: ShellData | undefined
  /** For everybody else, and on other pages. */
  elsewhere: ReactNode
}

/** At the desk a page that failed keeps the bar with its search and places. */
function DeskError({ status, message, shell, elsewhere }: DeskErrorProps) {
  const person = usePerson()
  const handle = mergeHandles(collectHandles(useMatches()))
  if (!shell || person === undefined || handle.layout !== 'desk') return elsewhere
  return (
    <PageFrame handle={handle} shell={{ ...shell, banner: undefined }}>
      <div className="wrap desk">
        <div className="desk-head">
          <div>
            <h1>{status === 404 ? 'Nothing is here' : 'This page did not load'}</h1>
            <p>{status === 404 ? NOT_AT_THE_DESK : message}</p>
          </div>
        </div>
        <p className="btn-row">
          <a className="btn" href="/staff">
            Today
          </a>
          <a className="btn second" href="/staff/search">
            Search
          </a>
        </p>
      </div>
    </PageFrame>
  )
}

const NOT_AT_THE_DESK =
  'The address has a mistake, what it named was deleted, or your role does not open this page.'
