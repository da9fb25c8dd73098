import { type ReactNode } from 'react'
import { LoadingBar } from './loading-bar.tsx'
import { type PageHandle } from './page-handle.ts'
import { type ShellData } from './shell-data.ts'
import { SiteFooter, SlimFooter } from './site-footer.tsx'
import { SiteHeader, SlimHeader } from './site-header.tsx'

/** Only checkout pages are hydrated: the browser's script knows their header and footer alone. */
const inBrowser = !import.meta.env.SSR

interface PageFrameProps {
  handle: PageHandle
  shell: ShellData
  children: ReactNode
}

/**
 * Header, page and footer in the frame the route asks for. Campaign and landing pages sell one thing: they keep the
 * header's way home and leave the footer's list of other ways out.
 */
export function PageFrame({ handle, shell, children }: PageFrameProps) {
  const { brand, year, testMode } = shell
  const layout = handle.layout ?? 'default'
  const overArt = handle.overArt ?? false
  return (
    <>
      {handle.hydrate ? <LoadingBar /> : null}
      <div className="shell">
        {inBrowser || layout === 'checkout' ? (
          <SlimHeader name={brand.name} phone={brand.phone} />
        ) : (
          <SiteHeader name={brand.name} overArt={overArt} />
        )}
        <main id="main">{children}</main>
      </div>
      {inBrowser || layout !== 'default' ? (
        <SlimFooter brand={brand} year={year} />
      ) : (
        <SiteFooter brand={brand} year={year} />
      )}
      {testMode ? (
        <aside className="testline" aria-label="Test mode">
          Test mode: no card is charged
        </aside>
      ) : null}
    </>
  )
}
