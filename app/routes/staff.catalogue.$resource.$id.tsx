import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { localDateOf } from '../format/local-time.ts'
import { type PageHandle } from '../page/page-handle.ts'
import { pageMeta } from '../page/page-meta.ts'
import { RowPage } from '../staff/catalogue/row-page.tsx'
import { NO_INDEX } from '../staff/parts/no-index.ts'
import { brandWays } from '../staff/catalogue/brand-links.server.ts'
import { requireDesk } from '../staff/parts/staff-visit.server.ts'
import {
  loadChoices,
  loadRow,
  narrowedIn,
  requireShape,
  saveRow,
} from '../staff/catalogue/handle-rows.server.ts'
import { answerStatus } from '../staff/parts/live-form-status.server.ts'
import { PRIVATE } from '../visit/session.server.ts'
import sheet from '../styles/staff.css?url'

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const desk = await requireDesk(request, context)
  const shape = requireShape(params['resource'])
  const id = params['id'] ?? ''
  const kept = id === 'new' ? undefined : await loadRow(desk, shape, id)
  const { searchParams: asked } = new URL(request.url)
  const begun = narrowedIn(shape, asked)
  const beside = kept && shape.plural === 'brands' ? await brandWays(desk, id) : {}
  const saved = asked.has('saved')
  const { now, brand } = desk.visit
  const zone = brand.time_zone
  const today = localDateOf(now.toISOString(), zone)
  const choices = await loadChoices(desk, shape)
  return data(
    { plural: shape.plural, one: shape.one, id, kept, zone, today, choices, saved, begun, beside },
    { headers: desk.headers },
  )
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  const desk = await requireDesk(request, context)
  const shape = requireShape(params['resource'])
  const form = await request.formData()
  const answer = await saveRow(desk, shape, params['id'] ?? '', form)
  if (!('done' in answer)) {
    return data(answer, { status: answerStatus(form, answer.status), headers: desk.headers })
  }
  const list = `/staff/catalogue/${shape.plural}`
  const to = answer.done === null ? list : `${list}/${answer.done}?saved=1`
  return redirect(to, { status: 303, headers: desk.headers })
}

export const handle: PageHandle = { layout: 'desk', desk: 'catalogue', sheet }
export const headers = () => PRIVATE

export const meta: MetaFunction<typeof loader> = ({ data: loaded, matches }) => [
  ...pageMeta(matches, { title: loaded ? `Catalogue: ${loaded.one} ${loaded.id}` : 'Catalogue' }),
  NO_INDEX,
]

export default function StaffRow() {
  return <RowPage {...useLoaderData<typeof loader>()} answer={useActionData<typeof action>()} />
}
