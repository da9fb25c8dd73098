import { BUSY_SENTENCE } from '#contract/service-sentences.ts'
import { MAINTENANCE_SENTENCE } from '#contract/maintenance.ts'
import { ScenePage } from '../pictures/scene-picture.tsx'
import { telHref, useShellData } from '../visit/shell-data.ts'
import { Wordmark } from '../page/wordmark.tsx'

/** The page of a shop under maintenance: when it opens again, and a phone number until then. */
export const ClosedPage = () => (
  <LaterPage title="Back in a little while" message={MAINTENANCE_SENTENCE} again="/" />
)

export const BUSY_TITLE = 'One moment, please'

/** The page of a shop with more visitors than it can answer. It may stand at any address. */
export const BusyPage = () => <LaterPage title={BUSY_TITLE} message={BUSY_SENTENCE} again="" />

/** The page of a visitor whose network asks too fast; what waits is said by whoever refused. */
export const TooFastPage = ({ message }: { message: string }) => (
  <LaterPage title={BUSY_TITLE} message={message} again="" />
)

/** @param again where to try again; empty for the page's own address */
function LaterPage({ title, message, again }: { title: string; message: string; again: string }) {
  const shell = useShellData()
  return (
    <div className="errpage">
      {import.meta.env.SSR ? (
        <ScenePage place={shell?.theme.plain ?? 'liberty'} light="night" alt="" />
      ) : null}
      <div className="wrap">
        <header className="site">
          <div className="site-in">{shell ? <Wordmark name={shell.brand.name} /> : null}</div>
        </header>
        <main id="main" className="stack flow-5">
          <h1>{title}</h1>
          <p className="lede">{message}</p>
          {shell ? (
            <div className="btn-row mt6">
              <a className="btn light" href={again}>
                Try again
              </a>
              <a className="btn ghost-light" href={telHref(shell.brand.phone)}>
                Call {shell.brand.phone}
              </a>
            </div>
          ) : null}
        </main>
      </div>
    </div>
  )
}
