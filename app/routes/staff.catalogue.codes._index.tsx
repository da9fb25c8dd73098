import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { type PageHandle } from '../page/page-handle.ts'
import { pageMeta } from '../page/page-meta.ts'
import { CodesPage } from '../staff/catalogue/codes-page.tsx'
import { NO_INDEX } from '../staff/parts/no-index.ts'
import { AskedQuery } from '../staff/parts/asked-query.server.ts'
import { requireStaff } from '../staff/parts/staff-visit.server.ts'
import { loadDiscounts, createCodeBatch } from '../staff/catalogue/handle-codes.server.ts'
import { PRIVATE_HEADERS } from '../visit/session.server.ts'
import { readForm } from '../ui/form/sent-values.server.ts'
import sheet from '../styles/staff.css?url'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, context)
  const query = new URL(request.url).searchParams
  const made = Number(query.get('made'))
  const discount = query.get('discount') ?? ''
  const { asked } = readForm(query, AskedQuery)
  const loaded = { discounts: await loadDiscounts(staff), discount, asked, formKey: crypto.randomUUID() }
  return data({ ...loaded, made: Number.isSafeInteger(made) ? made : 0 }, { headers: staff.headers })
}

export async function action({ request, context }: ActionFunctionArgs) {
  const staff = await requireStaff(request, context)
  const answer = await createCodeBatch(staff, await request.formData())
  if ('answer' in answer) return data(answer, { status: answer.status, headers: staff.headers })
  const to =
    'asked' in answer
      ? `/staff/catalogue/codes?asked=${answer.asked}`
      : `/staff/catalogue/codes?discount=${String(answer.discount)}&made=${String(answer.made)}`
  return redirect(to, { status: 303, headers: staff.headers })
}

export const handle: PageHandle = { layout: 'desk', staffSection: 'catalogue', sheet }
export const headers = () => PRIVATE_HEADERS

export const meta: MetaFunction<typeof loader> = ({ matches }) => [
  ...pageMeta(matches, { title: 'Many codes at once' }),
  NO_INDEX,
]

export default function StaffCodes() {
  const { answer, askable = false } = useActionData<typeof action>() ?? {}
  return <CodesPage {...useLoaderData<typeof loader>()} answer={answer} askable={askable} />
}
