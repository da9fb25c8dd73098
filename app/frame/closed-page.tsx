import { MAINTENANCE_SENTENCE } from '#contract/maintenance.ts'
import { ScenePage } from '../pictures/scene-picture.tsx'
import { telHref, useShellData } from '../visit/shell-data.ts'
import { Wordmark } from '../page/wordmark.tsx'

/** The page of a shop under maintenance: when it opens again, and a phone number until then. */
export function ClosedPage() {
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
          <h1>Back in a little while</h1>
          <p className="lede">{MAINTENANCE_SENTENCE}</p>
          {shell ? (
            <div className="btn-row mt6">
              <a className="btn light" href="/">
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
