import { type MetaFunction } from '@remix-run/react'
import { CampaignPageView } from '../campaigns/campaign-page.tsx'
import { loadCampaignPage } from '../campaigns/load-campaign-page.server.ts'
import { passLoaderHeaders } from '../visit/cached-headers.ts'
import { type PageHandle } from '../page/page-handle.ts'
import { pageMeta } from '../page/page-meta.ts'

export const loader = loadCampaignPage

export const headers = passLoaderHeaders
export const handle: PageHandle = { layout: 'campaigns', overArt: true }

export const meta: MetaFunction<typeof loader> = ({ data: loaded, matches }) =>
  loaded
    ? pageMeta(matches, {
        title: loaded.page.title,
        description: loaded.page.summary,
        path: `/campaigns/${loaded.page.name}`,
      })
    : []

export default CampaignPageView
