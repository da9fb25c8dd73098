import { data, type LoaderFunctionArgs } from '@remix-run/node'
import { type MetaFunction, useLoaderData } from '@remix-run/react'
import { LegalPage } from '../content/legal-page.tsx'
import { pageMeta } from '../page/page-meta.ts'
import { loadCatalogueVisit } from '../catalogue/load-catalogue.server.ts'
import { getLegalText } from '../texts/legal-text.server.ts'
import { loadSavedTexts } from '../texts/saved-texts.server.ts'
import { SHARED_HEADERS } from '../visit/cacheable-pages.server.ts'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const visit = await loadCatalogueVisit(request, context)
  const { brand } = visit
  const text = await getLegalText('privacy-policy', brand.name, undefined, await loadSavedTexts(visit))
  return data({ text }, { headers: SHARED_HEADERS })
}

export const headers = ({ loaderHeaders }: { loaderHeaders: Headers }) => loaderHeaders

export const meta: MetaFunction<typeof loader> = ({ data: loaded, matches }) =>
  loaded
    ? pageMeta(matches, {
        title: loaded.text.title,
        description: loaded.text.summary,
        path: '/privacy-policy',
      })
    : []

export default function PrivacyPage() {
  return <LegalPage text={useLoaderData<typeof loader>().text} />
}
