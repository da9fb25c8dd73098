import { data, type LoaderFunctionArgs } from '@remix-run/node'
import { type MetaFunction, useLoaderData } from '@remix-run/react'
import { type PageHandle } from '../page/page-handle.ts'
import { pageMeta } from '../page/page-meta.ts'
import { ScenePage } from '../pictures/scene-picture.tsx'
import { FormBody, usePublicForm } from '../forms/form-page.tsx'
import { loadNewsletterForm } from '../forms/newsletter.server.ts'
import { PRIVATE_HEADERS } from '../visit/session.server.ts'
import sheet from '../styles/form-pages.css?url'
import { loadVisit, visitHeaders } from '../visit/load-visit.server.ts'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const visit = await loadVisit(request, context)
  return data({ form: await loadNewsletterForm(visit, 'miami') }, { headers: await visitHeaders(visit) })
}

export const headers = () => PRIVATE_HEADERS
export const handle: PageHandle = { layout: 'campaigns', overArt: true, sheet }

export const meta: MetaFunction<typeof loader> = ({ matches }) =>
  pageMeta(matches, {
    title: 'Miami by mail',
    description: 'First dates, new routes and an empty seat now and then over Miami: a mail or two a month.',
    path: '/campaigns/subscribe-to-miami',
  })

/** The form is submitted to the newsletter's page, which shows its errors. */
export default function SubscribeToMiami() {
  const { form } = useLoaderData<typeof loader>()
  return (
    <>
      <div className="hero">
        <ScenePage place="miami" light="sunset" dark={{ place: 'miami', mood: 'night' }} alt="" />
        <div className="wrap hero-in">
          <p className="eyebrow">Miami, by mail</p>
          <h1>Know first when the bay is calm.</h1>
          <p className="lede">First dates of the season, new routes, and an empty seat now and then.</p>
        </div>
      </div>
      <section className="section" aria-labelledby="miami-news">
        <div className="wrap form-cols">
          <div>
            <h2 id="miami-news">A mail or two a month</h2>
            <div className="prose mt4" dangerouslySetInnerHTML={{ __html: form.text.html }} />
          </div>
          <FormBody form={form} shop={usePublicForm(form)} />
        </div>
      </section>
    </>
  )
}
