import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { type MetaFunction, useActionData, useLoaderData } from '@remix-run/react'
import { type PageHandle } from '../page/page-handle.ts'
import { pageMeta } from '../page/page-meta.ts'
import { ButtonPage } from '../forms/subscribe-page.tsx'
import { SECRET_PAGE_HEADERS } from '../visit/mailed-link.server.ts'
import { confirmNewsletter, newsletterToken } from '../forms/newsletter.server.ts'
import sheet from '../styles/form-pages.css?url'
import { loadVisit } from '../visit/load-visit.server.ts'
import { NOT_FOUND_PAGE } from '../visit/error-messages.ts'

function requireToken(param: string | undefined): string {
  const token = newsletterToken(param)
  if (!token) throw new Response(NOT_FOUND_PAGE, { status: 404, headers: SECRET_PAGE_HEADERS })
  return token
}

export const loader = ({ params }: LoaderFunctionArgs) =>
  data({ action: `/subscribe/${requireToken(params.token)}` }, { headers: SECRET_PAGE_HEADERS })

export async function action({ request, params, context }: ActionFunctionArgs) {
  const token = requireToken(params.token)
  const result = await confirmNewsletter(await loadVisit(request, context), token)
  if (result.ok) return redirect('/ThankYou#main', { status: 303, headers: SECRET_PAGE_HEADERS })
  return data({ problem: result.message }, { status: result.status, headers: SECRET_PAGE_HEADERS })
}

export const headers = () => SECRET_PAGE_HEADERS
export const handle: PageHandle = { layout: 'landing-pages', sheet }

export const meta: MetaFunction<typeof loader> = ({ matches }) => [
  ...pageMeta(matches, { title: 'Confirm your e-mail for our news' }),
  { name: 'robots', content: 'noindex' },
]

export default function ConfirmNews() {
  const { action: href } = useLoaderData<typeof loader>()
  const problem = useActionData<typeof action>()?.problem
  if (problem) {
    return (
      <div className="wrap section form-page">
        <div className="head">
          <h1>This link does not confirm</h1>
          <p role="alert">{problem}</p>
        </div>
        <p>
          <a className="btn" href="/subscribe">
            Sign up once more
          </a>
        </p>
      </div>
    )
  }
  const text =
    'Press the button, and our news come to the address this mail was sent to. Otherwise nothing does.'
  return <ButtonPage title="One more press" text={text} action={href} button="Yes, write to me" />
}
