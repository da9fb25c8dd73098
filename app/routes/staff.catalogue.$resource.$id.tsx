import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { toLocalDate } from '../format/local-time.ts'
import { type PageHandle } from '../page/page-handle.ts'
import { pageMeta } from '../page/page-meta.ts'
import { RowPage } from '../staff/catalogue/row-page.tsx'
import { NO_INDEX } from '../staff/parts/no-index.ts'
import { loadBrandLinks } from '../staff/catalogue/brand-links.server.ts'
import { AskedQuery } from '../staff/parts/asked-query.server.ts'
import { actWithProof } from '../staff/parts/proof.server.ts'
import { ProofPage } from '../staff/parts/proof-page.tsx'
import { requireStaff } from '../staff/parts/staff-visit.server.ts'
import {
  loadChoices,
  loadRow,
  readRowFilterParams,
  requireShape,
} from '../staff/catalogue/load-rows.server.ts'
import { saveRow } from '../staff/catalogue/handle-rows.server.ts'
import { answerStatus } from '../staff/parts/live-form-status.server.ts'
import { PRIVATE_HEADERS } from '../visit/session.server.ts'
import { readForm } from '../ui/form/sent-values.server.ts'
import sheet from '../styles/staff.css?url'

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, context)
  const shape = requireShape(params['resource'])
  const id = params['id'] ?? ''
  const [savedRow, choices] = await Promise.all([
    id === 'new' ? undefined : loadRow(staff, shape, id),
    loadChoices(staff, shape),
  ])
  const { searchParams: asked } = new URL(request.url)
  const defaults = readRowFilterParams(shape, asked)
  const beside = savedRow && shape.plural === 'brands' ? await loadBrandLinks(staff, id) : {}
  const saved = asked.has('saved')
  const ask = readForm(asked, AskedQuery)
  const { now, brand } = staff.visit
  const zone = brand.time_zone
  const today = toLocalDate(now.toISOString(), zone)
  return data(
    {
      plural: shape.plural,
      one: shape.one,
      id,
      kept: savedRow,
      zone,
      today,
      choices,
      saved,
      asked: ask.asked,
      defaults,
      groupLinks: beside,
    },
    { headers: staff.headers },
  )
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  const staff = await requireStaff(request, context)
  const shape = requireShape(params['resource'])
  const form = await request.formData()
  const answer = await actWithProof(staff, request, form, (proven, sent) =>
    saveRow(proven, shape, params['id'] ?? '', sent),
  )
  if ('proof' in answer) return data(answer, { status: answer.status, headers: staff.headers })
  if ('status' in answer) {
    return data(answer, { status: answerStatus(form, answer.status), headers: staff.headers })
  }
  const list = `/staff/catalogue/${shape.plural}`
  if ('asked' in answer) {
    const to = `${list}/${params['id'] ?? ''}?asked=${answer.asked}`
    return redirect(to, { status: 303, headers: staff.headers })
  }
  const to = answer.done === null ? list : `${list}/${answer.done}?saved=1`
  return redirect(to, { status: 303, headers: staff.headers })
}

export const handle: PageHandle = { layout: 'desk', staffSection: 'catalogue', sheet }
export const headers = () => PRIVATE_HEADERS

export const meta: MetaFunction<typeof loader> = ({ data: loaded, matches }) => [
  ...pageMeta(matches, { title: loaded ? `Catalogue: ${loaded.one} ${loaded.id}` : 'Catalogue' }),
  NO_INDEX,
]

export default function StaffRow() {
  const page = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  if (answer && 'proof' in answer) return <ProofPage {...answer.proof} />
  return <RowPage {...page} answer={answer} />
}
