import { type ReactNode } from 'react'
import { type Banner, CampaignBanner } from '../campaigns/campaign-banner.tsx'
import { StaffFooter, StaffHeader } from './staff-header.tsx'
import { LoadingBar } from './loading-bar.tsx'
import { type PageHandle } from '../page/page-handle.ts'
import { type ShellData } from '../visit/shell-data.ts'
import { CampaignFooter, LandingFooter, SiteFooter, SlimFooter } from './site-footer.tsx'
import { CampaignHeader, LandingHeader, SiteHeader, SlimHeader } from './site-header.tsx'

/**
 * Only checkout pages are hydrated, so the browser's script contains their header and footer only.
 */
const inBrowser = !import.meta.env.SSR

/** The frame's data, with what only its top shows. */
export interface FrameData extends ShellData {
  /** The brand's sale banner, on pages that sell. */
  banner: Banner | undefined
}

interface PageFrameProps {
  handle: PageHandle
  shell: FrameData
  children: ReactNode
}

/**
 * Header, page and footer of the layout that the route requests; each layout has its own header and
 * footer.
 */
export function PageFrame({ handle, shell, children }: PageFrameProps) {
  const { testMode } = shell
  const layout = handle.layout ?? 'default'
  return (
    <>
      {handle.hydrate ? <LoadingBar /> : null}
      {!inBrowser && shell.banner && layout !== 'desk' && layout !== 'pilot' ? (
        <CampaignBanner banner={shell.banner} />
      ) : null}
      <div className="shell" data-layout={layout}>
        <FrameHeader handle={handle} shell={shell} />
        <main id="main">{children}</main>
      </div>
      <FrameFooter handle={handle} shell={shell} />
      {testMode ? (
        <aside className="testline" aria-label="Test mode">
          Test mode: no card is charged
        </aside>
      ) : null}
    </>
  )
}

const ALL_FLIGHTS = { href: '/product', text: 'See the flights' }

function FrameHeader({ handle, shell: { brand } }: Pick<PageFrameProps, 'handle' | 'shell'>) {
  const { layout = 'default', overArt = false, staffSection = 'sign-in', nextAction = ALL_FLIGHTS } = handle
  const { name, phone } = brand
  if (!inBrowser && layout === 'pilot') return null
  if (!inBrowser && layout === 'desk') return <StaffHeader name={name} place={staffSection} />
  if (inBrowser || layout === 'checkout') return <SlimHeader name={name} phone={phone} />
  if (layout === 'campaigns') return <CampaignHeader name={name} phone={phone} overArt={overArt} />
  if (layout === 'landing-pages') {
    return <LandingHeader name={name} phone={phone} overArt={overArt} way={nextAction} />
  }
  return <SiteHeader name={name} overArt={overArt} />
}

function FrameFooter({ handle, shell }: Pick<PageFrameProps, 'handle' | 'shell'>) {
  const { layout = 'default', staffSection = 'sign-in' } = handle
  const { brand, year, specOnly } = shell
  if (!inBrowser && layout === 'pilot') return null
  if (!inBrowser && layout === 'desk') return <StaffFooter place={staffSection} />
  if (inBrowser || layout === 'checkout') return <SlimFooter brand={brand} year={year} />
  if (layout === 'campaigns') return <CampaignFooter brand={brand} year={year} />
  if (layout === 'landing-pages') return <LandingFooter brand={brand} year={year} />
  return <SiteFooter brand={brand} year={year} specOnly={specOnly} />
}
