import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { type MetaFunction, useActionData, useLoaderData } from '@remix-run/react'
import { type PageHandle } from '../page/page-handle.ts'
import { pageMeta } from '../page/page-meta.ts'
import { SubscribePage } from '../forms/subscribe-page.tsx'
import { bringAddress, loadNewsletterForm, requestNewsletter } from '../forms/newsletter.server.ts'
import { isSent } from '../ui/form/sent-values.server.ts'
import { PRIVATE_HEADERS } from '../visit/session.server.ts'
import sheet from '../styles/form-pages.css?url'
import { loadVisit, visitHeaders } from '../visit/load-visit.server.ts'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const visit = await loadVisit(request, context)
  const list = new URL(request.url).searchParams.get('list') === 'miami' ? 'miami' : 'news'
  return data({ form: await loadNewsletterForm(visit, list) }, { headers: await visitHeaders(visit) })
}

export async function action({ request, context }: ActionFunctionArgs) {
  const visit = await loadVisit(request, context)
  const typed = await request.formData()
  const headers = await visitHeaders(visit)
  if (!isSent(typed, 'stamp')) return data({ ...bringAddress(typed), brought: true }, { headers })
  const result = await requestNewsletter(visit, typed)
  if (result.ok)
    return redirect('/thank-you?for=newsletter#main', {
      status: 303,
      headers: { ...PRIVATE_HEADERS, ...headers },
    })
  return data({ ...result.refused, brought: false }, { status: result.status, headers })
}

export const headers = () => PRIVATE_HEADERS
export const handle: PageHandle = { sheet }

export const meta: MetaFunction<typeof loader> = ({ data: loaded, matches }) =>
  loaded
    ? pageMeta(matches, {
        title: loaded.form.text.title,
        description: loaded.form.text.summary,
        path: '/subscribe',
      })
    : []

export default function Subscribe() {
  const { form } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return <SubscribePage form={form} refused={answer} brought={answer?.brought ?? false} />
}
