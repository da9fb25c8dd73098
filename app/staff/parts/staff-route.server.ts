import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { type SecondFactor } from '#contract/second-factor.ts'
import { actWithProof, type WithProof } from './proof.server.ts'
import { requireStaff, type StaffVisit } from './staff-visit.server.ts'

type Roles = readonly SecondFactor['roles'][number][]
type Load<Page> = (staff: StaffVisit, query: URLSearchParams) => Promise<Page>
/** What an act came to: the next page, or the refused form. */
type Acted = { to: string; status?: undefined } | { to?: undefined; status: number }

/** The loader of a staff page. */
export const staffLoader =
  <Page>(load: Load<Page>, roles?: Roles) =>
  async ({ request, context }: LoaderFunctionArgs) => {
    const staff = await requireStaff(request, context, roles)
    return data(await load(staff, new URL(request.url).searchParams), { headers: staff.headers })
  }

/** The action of a staff page: after an act the browser opens the next page. */
export const staffAction =
  <Done extends Acted>(
    act: (staff: StaffVisit, form: FormData, query: URLSearchParams) => Promise<Done>,
    roles?: Roles,
  ) =>
  async ({ request, context }: ActionFunctionArgs) => {
    const staff = await requireStaff(request, context, roles)
    const done = await act(staff, await request.formData(), new URL(request.url).searchParams)
    if (done.to !== undefined) return redirect(done.to, { status: 303, headers: staff.headers })
    return data(done as Exclude<Done, { to: string }>, { status: done.status, headers: staff.headers })
  }

/** The same for acts that may need a fresh second factor: the answer may be the form that waits for it. */
export const provenAction =
  <Done extends Acted>(act: (staff: StaffVisit, form: FormData) => Promise<Done>, roles?: Roles) =>
  async ({ request, context }: ActionFunctionArgs) => {
    const staff = await requireStaff(request, context, roles)
    const done = await actWithProof(staff, request, await request.formData(), act)
    if ('to' in done && done.to !== undefined)
      return redirect(done.to, { status: 303, headers: staff.headers })
    return data(done as WithProof<Exclude<Done, { to: string }>>, {
      status: done.status ?? 200,
      headers: staff.headers,
    })
  }
