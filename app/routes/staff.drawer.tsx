import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { DrawerReply, DrawersReply, ManualRefundsReply } from '#contract/counter.ts'
import { pageMeta } from '../page/page-meta.ts'
import { staffHandle } from '../staff/parts/staff-handle.ts'
import { DrawerPage } from '../staff/sell/drawer-page.tsx'
import { NO_INDEX } from '../staff/parts/no-index.ts'
import { requireStaff } from '../staff/parts/staff-visit.server.ts'
import { dollarsIn, NOT_DOLLARS } from '../staff/parts/parse-dollars.server.ts'
import { PRIVATE_HEADERS } from '../visit/session.server.ts'
import { requireData } from '../visit/load-visit.server.ts'
import { requireOrderId } from '../staff/parts/require-id.server.ts'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { userApi, visit, headers } = await requireStaff(request, context)
  const { drawers } = requireData(await userApi.get('/v1/drawers', DrawersReply))
  const { hand_outs: waiting } = requireData(await userApi.get('/v1/hand_outs', ManualRefundsReply))
  const ownDrawers = drawers.filter(({ user_id: whose }) => whose === visit.user?.id)
  return data({ drawers: ownDrawers, waiting, zone: visit.brand.time_zone }, { headers })
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { userApi, headers } = await requireStaff(request, context)
  const form = await request.formData()
  const text = (name: string) => {
    const value = form.get(name)
    return typeof value === 'string' ? value.trim() : ''
  }
  const typed = { opening: text('opening'), counted: text('counted'), note: text('note') }
  const counts = text('intent') === 'count'
  const amount = dollarsIn(counts ? typed.counted : typed.opening)
  if (Number.isNaN(amount)) return data({ failure: NOT_DOLLARS, typed }, { status: 422, headers })
  const done = counts
    ? await userApi.post(`/v1/drawers/${requireOrderId(text('drawer'))}/count`, DrawerReply, {
        body: { drawer: { counted: amount, note: typed.note } },
      })
    : await userApi.post('/v1/drawers', DrawerReply, { body: { drawer: { opening: amount } } })
  if (done.ok) return redirect('/staff/drawer', { status: 303, headers })
  return data({ failure: done.message, typed }, { status: done.status, headers })
}

export const handle = staffHandle('sell')
export const headers = () => PRIVATE_HEADERS

export const meta: MetaFunction<typeof loader> = ({ matches }) => [
  ...pageMeta(matches, { title: 'Your drawer' }),
  NO_INDEX,
]

export default function StaffDrawer() {
  return <DrawerPage {...useLoaderData<typeof loader>()} answer={useActionData<typeof action>()} />
}
