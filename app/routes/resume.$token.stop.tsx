import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { type PageHandle } from '../page/page-handle.ts'
import { pageMeta } from '../page/page-meta.ts'
import { StopRemindersPage } from '../checkout-transfer/transfer-pages.tsx'
import { SECRET_PAGE_HEADERS } from '../visit/mailed-link.server.ts'
import { readLinkSecret, stopReminders } from '../checkout-transfer/transfer-checkout.server.ts'
import sheet from '../styles/checkout-transfer-pages.css?url'
import { loadVisit } from '../visit/load-visit.server.ts'
import { NOT_FOUND_PAGE } from '../visit/error-messages.ts'

function requireSecret(param: string | undefined): string {
  const secret = readLinkSecret(param)
  if (!secret) throw new Response(NOT_FOUND_PAGE, { status: 404, headers: SECRET_PAGE_HEADERS })
  return secret
}

export const loader = ({ params }: LoaderFunctionArgs) =>
  data({ action: `/resume/${requireSecret(params.token)}/stop` }, { headers: SECRET_PAGE_HEADERS })

export async function action({ request, params, context }: ActionFunctionArgs) {
  const secret = requireSecret(params.token)
  const result = await stopReminders(await loadVisit(request, context), secret)
  const problem = result.ok ? undefined : result.message
  return data(
    { stopped: result.ok, problem },
    { status: result.ok ? 200 : result.status, headers: SECRET_PAGE_HEADERS },
  )
}

export const headers = () => SECRET_PAGE_HEADERS
export const handle: PageHandle = { sheet }

export const meta: MetaFunction<typeof loader> = ({ matches }) => [
  ...pageMeta(matches, { title: 'Send me no reminders' }),
  { name: 'robots', content: 'noindex' },
]

export default function StopReminders() {
  const { action: href } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return <StopRemindersPage action={href} stopped={answer?.stopped ?? false} problem={answer?.problem} />
}
