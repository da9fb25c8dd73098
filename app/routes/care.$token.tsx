import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { type PageHandle } from '../page/page-handle.ts'
import { pageMeta } from '../page/page-meta.ts'
import { CareStopPage } from '../account/care-stop-page.tsx'
import { readCareToken, saveCareStop } from '../account/stop-care.server.ts'
import sheet from '../styles/form-pages.css?url'
import { SECRET_PAGE_HEADERS } from '../visit/mailed-link.server.ts'
import { loadVisit } from '../visit/load-visit.server.ts'

export const loader = ({ params }: LoaderFunctionArgs) =>
  data(readCareToken(params['token']), { headers: SECRET_PAGE_HEADERS })

/** Submitted by the button, or by a mail program without a page and without cookies (RFC 8058). */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const { token } = readCareToken(params['token'])
  const visit = await loadVisit(request, context)
  const { status, answer } = await saveCareStop(visit, { token, form: await request.formData() })
  return data(answer, { status, headers: SECRET_PAGE_HEADERS })
}

export const headers = () => SECRET_PAGE_HEADERS
export const handle: PageHandle = { layout: 'landing-pages', sheet }

export const meta: MetaFunction<typeof loader> = ({ matches }) => [
  ...pageMeta(matches, { title: 'Messages that we send by ourselves' }),
  { name: 'robots', content: 'noindex' },
]

export default function CareStop() {
  return <CareStopPage {...useLoaderData<typeof loader>()} answer={useActionData<typeof action>()} />
}
