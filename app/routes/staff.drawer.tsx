import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { DrawersReply, ManualRefundsReply } from '#contract/counter.ts'
import { pageMeta } from '../page/page-meta.ts'
import { staffHandle } from '../staff/parts/staff-handle.ts'
import { DrawerPage } from '../staff/sell/drawer-page.tsx'
import { changeDrawer } from '../staff/sell/handle-drawer.server.ts'
import { NO_INDEX } from '../staff/parts/no-index.ts'
import { requireStaff } from '../staff/parts/staff-visit.server.ts'
import { PRIVATE_HEADERS } from '../visit/session.server.ts'
import { requireData } from '../visit/load-visit.server.ts'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { userApi, visit, headers } = await requireStaff(request, context)
  const { drawers } = requireData(await userApi.get('/v1/drawers', DrawersReply))
  const { hand_outs: waiting } = requireData(await userApi.get('/v1/hand_outs', ManualRefundsReply))
  const mine = drawers.filter(({ user_id: whose }) => whose === visit.user?.id)
  return data({ drawers: mine, waiting, zone: visit.brand.time_zone }, { headers })
}

export async function action({ request, context }: ActionFunctionArgs) {
  const staff = await requireStaff(request, context)
  const refused = await changeDrawer(staff, await request.formData())
  if (!refused) return redirect('/staff/drawer', { status: 303, headers: staff.headers })
  return data(refused.answer, { status: refused.status, headers: staff.headers })
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
