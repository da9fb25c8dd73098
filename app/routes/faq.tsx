import { data, type LoaderFunctionArgs } from '@remix-run/node'
import { type MetaFunction, useLoaderData } from '@remix-run/react'
import { passLoaderHeaders } from '../visit/cached-headers.ts'
import { pageMeta } from '../page/page-meta.ts'
import { telHref, useShellData } from '../visit/shell-data.ts'
import { loadGiftTerms } from '../gifts/load-gift-terms.server.ts'
import { loadCatalogueVisit } from '../catalogue/load-catalogue.server.ts'
import { getQuestions } from '../texts/articles.server.ts'
import { SHARED_HEADERS } from '../visit/cacheable-pages.server.ts'
import sheet from '../styles/reading.css?url'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const visit = await loadCatalogueVisit(request, context)
  return data(getQuestions(visit.brand.name, await loadGiftTerms(visit), visit.brand.rescheduling), {
    headers: SHARED_HEADERS,
  })
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
      <div className="faq">
        {groups.map((group) => (
          <section key={group.title} className="cols-2">
            <h2 className="small">{group.title}</h2>
            <div>
              {group.questions.map(({ question, html }) => (
                <details key={question} className="disc">
                  <summary>{question}</summary>
                  <div className="prose" dangerouslySetInnerHTML={{ __html: html }} />
                </details>
              ))}
            </div>
          </section>
        ))}
      </div>
      {brand ? (
        <p className="faq-end">
          Not answered? Call <a href={telHref(brand.phone)}>{brand.phone}</a> or write to{' '}
          <a href={`mailto:${brand.email}`}>{brand.email}</a>, seven days, 8 am to 8 pm ET.
        </p>
      ) : null}
    </div>
  )
}
