import { data, type LoaderFunctionArgs } from '@remix-run/node'
import { type MetaFunction, useLoaderData } from '@remix-run/react'
import { passLoaderHeaders } from '../visit/cached-headers.ts'
import { pageMeta } from '../page/page-meta.ts'
import { telHref, useShellData } from '../visit/shell-data.ts'
import { QuestionsList } from '../content/questions-list.tsx'
import { loadGiftTerms } from '../gifts/load-gift-terms.server.ts'
import { loadCatalogueVisit } from '../catalogue/load-catalogue.server.ts'
import { getQuestions } from '../texts/articles.server.ts'
import { loadSavedTexts } from '../texts/saved-texts.server.ts'
import { SHARED_HEADERS } from '../visit/cacheable-pages.server.ts'
import sheet from '../styles/reading.css?url'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const visit = await loadCatalogueVisit(request, context)
  const { name, rescheduling } = visit.brand
  const [terms, saved] = await Promise.all([loadGiftTerms(visit), loadSavedTexts(visit)])
  return data(getQuestions(name, terms, rescheduling, saved), { headers: SHARED_HEADERS })
}

export const headers = passLoaderHeaders
export const handle = { sheet }

export const meta: MetaFunction<typeof loader> = ({ data: page, matches }) =>
  page
    ? [
        ...pageMeta(matches, { title: page.title, description: page.summary, path: '/faq' }),
        {
          'script:ld+json': {
            '@context': 'https://schema.org',
            '@type': 'FAQPage',
            mainEntity: page.groups
              .flatMap(({ questions }) => questions)
              .map(({ question, plain }) => ({
                '@type': 'Question',
                name: question,
                acceptedAnswer: { '@type': 'Answer', text: plain },
              })),
          },
        },
      ]
    : []

export default function FaqPage() {
  const { title, summary, groups } = useLoaderData<typeof loader>()
  const brand = useShellData()?.brand
  return (
    <div className="wrap section">
      <div className="head split">
        <h1>{title}</h1>
        <p>{summary}</p>
      </div>
      <QuestionsList groups={groups} />
      {brand ? (
        <p className="faq-end">
          Not answered? Call <a href={telHref(brand.phone)}>{brand.phone}</a> or write to{' '}
          <a href={`mailto:${brand.email}`}>{brand.email}</a>, seven days, 8 am to 8 pm ET.
        </p>
      ) : null}
    </div>
  )
}
