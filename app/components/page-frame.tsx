import { type ReactNode } from 'react'
import { CampaignBanner } from '../campaigns/campaign-banner.tsx'
import { DeskHeader } from '../desk/desk-header.tsx'
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
  const { brand, year, testMode, basic } = shell
  const layout = handle.layout ?? 'default'
  const overArt = handle.overArt ?? false
  return (
    <>
      {handle.hydrate ? <LoadingBar /> : null}
      {!inBrowser && shell.banner && layout !== 'desk' ? <CampaignBanner banner={shell.banner} /> : null}
      <div className="shell">
        {layout === 'desk' ? (
          <DeskHeader name={brand.name} place={handle.desk ?? 'sign-in'} />
        ) : inBrowser || layout === 'checkout' ? (
          <SlimHeader name={brand.name} phone={brand.phone} />
        ) : (
          <SiteHeader name={brand.name} overArt={overArt} />
        )}
        <main id="main">{children}</main>
      </div>
      {layout === 'desk' ? null : inBrowser || layout !== 'default' ? (
        <SlimFooter brand={brand} year={year} />
      ) : (
        <SiteFooter brand={brand} year={year} basic={basic} />
      )}
      {testMode ? (
        <aside className="testline" aria-label="Test mode">
          Test mode: no card is charged
        </aside>
      ) : null}
    </>
  )
}
