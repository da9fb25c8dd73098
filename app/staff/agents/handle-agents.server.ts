import { z } from 'zod'
import {
  type Agent,
  AgentChange,
  AgentPaymentRequest,
  AgentReply,
  AgentRequest,
  AgentsReply,
  AgentStatementReply,
  AgentTermsRequest,
} from '#contract/agent.ts'
import { Id } from '#contract/primitives.ts'
import { StaffMembersReply } from '#contract/staff-member.ts'
import { type FormAnswer } from '../../ui/form/form-shape.ts'
import { parseForm, refuseForm } from '../../ui/form/read-form.server.ts'
import { getBrands, getCanonicalOrigin } from '../../visit/brand.server.ts'
import { requireData } from '../../visit/load-visit.server.ts'
import { getCustomerName } from '../parts/customer-name.ts'
import { requireForm } from '../parts/require-form.server.ts'
import { type StaffVisit } from '../parts/staff-visit.server.ts'
import { AGENT_SHAPE, NEW_AGENT_SHAPE, PAYMENT_SHAPE, TERMS_SHAPE } from './agent-forms.ts'
import { AGENTS_PATH } from './agent-words.ts'
import { type LogIn } from './log-in-options.tsx'

/** The role that may have the log-in of an agent. */
const AGENT_ROLE = 4

type Acted = { to: string } | { status: number; answer: FormAnswer }

const isAdmin = ({ factor }: StaffVisit) => factor.roles.includes('admin')

/** The list of agents, and for admins who can be given a log-in. */
export async function loadAgents(staff: StaffVisit) {
  const { agents } = requireData(await staff.userApi.get('/v1/agents', AgentsReply))
  const known = await getBrands(staff.visit.shop, Date.now())
  const brands = known.map(({ id, name }) => ({ id, name }))
  return { agents, brands, logIns: await loadLogIns(staff) }
}

async function loadLogIns(staff: StaffVisit): Promise<LogIn[] | null> {
  if (!isAdmin(staff)) return null
  const found = requireData(await staff.userApi.get('/v1/staff_members', StaffMembersReply))
  return found.staff_members
    .filter(({ role_ids: roles }) => roles.includes(AGENT_ROLE))
    .map((member) => ({ id: member.id, name: getCustomerName(member) }))
}

/** Where the link of an agent leads, and the clock of the brand. */
async function readPlace({ visit }: StaffVisit, agent: Pick<Agent, 'brand_id'> & Partial<Agent>) {
  const brand = (await getBrands(visit.shop, Date.now())).find(({ id }) => id === agent.brand_id)
  const origin = brand ? getCanonicalOrigin(brand, visit.shop.settings) : visit.shop.settings.publicUrl
  return {
    link: `${origin}/?affiliate=${agent.code ?? ''}`,
    shop: (brand ?? visit.brand).name,
    zone: (brand ?? visit.brand).time_zone,
  }
}

/** @throws Response 404 */
export async function loadAgent(staff: StaffVisit, id: string) {
  const details = requireData(await staff.userApi.get(`/v1/agents/${id}`, AgentReply))
  return { ...details, ...(await readPlace(staff, details.agent)), logIns: await loadLogIns(staff) }
}

/** All that the caller is the agent of. */
export async function loadOwnAgents(staff: StaffVisit, query: URLSearchParams) {
  const { agents } = requireData(await staff.userApi.get('/v1/agents', AgentsReply))
  const own = await Promise.all(
    agents.map(async ({ id }) => {
      const details = requireData(await staff.userApi.get(`/v1/agents/${String(id)}`, AgentReply))
      return { details, ...(await readPlace(staff, details.agent)) }
    }),
  )
  const asked = z.coerce.number().catch(0).parse(query.get('agent'))
  const shown = agents.find(({ id }) => id === asked) ?? agents[0]
  return { own, shown: shown?.id ?? 0 }
}

/** @throws Response 404 */
export async function loadStatement(staff: StaffVisit, id: string) {
  const found = requireData(await staff.userApi.get(`/v1/agent_statements/${id}`, AgentStatementReply))
  const { zone } = await readPlace(staff, found.agent)
  return { ...found, zone, canPay: isAdmin(staff) }
}

/** Makes an agent. */
export async function handleAgents({ userApi }: StaffVisit, form: FormData): Promise<Acted> {
  const submission = parseForm(form, AgentRequest.shape.agent)
  if (submission.status !== 'success') return { status: 422, answer: refuseForm(NEW_AGENT_SHAPE, submission) }
  const made = await userApi.post('/v1/agents', AgentReply, { body: { agent: submission.value } })
  if (made.ok) return { to: `${AGENTS_PATH}/${String(made.data.agent.id)}?done=made` }
  return { status: made.status, answer: refuseForm(NEW_AGENT_SHAPE, submission, made) }
}

const AgentButtons = z.object({ intent: z.enum(['terms', 'change', 'end', 'begin']) })
const ChangeForm = z.object({
  name: z.string({ error: 'Please enter a name' }).pipe(AgentChange.shape.agent.shape.name.unwrap()),
  user_id: Id.optional(),
})

/** Changes an agent, or what it gets from a day on. */
export async function handleAgent(staff: StaffVisit, id: string, form: FormData): Promise<Acted> {
  const { userApi } = staff
  const path = `/v1/agents/${id}`
  const doneAt = (what: string): Acted => ({ to: `${AGENTS_PATH}/${id}?done=${what}` })
  const { intent } = requireForm(form, AgentButtons)
  if (intent === 'terms') {
    const submission = parseForm(form, AgentTermsRequest.shape.terms)
    if (submission.status !== 'success') return { status: 422, answer: refuseForm(TERMS_SHAPE, submission) }
    const set = await userApi.post(`${path}/terms`, AgentReply, { body: { terms: submission.value } })
    if (set.ok) return doneAt('terms')
    return { status: set.status, answer: refuseForm(TERMS_SHAPE, submission, set) }
  }
  const isRenamed = intent === 'change'
  const submission = parseForm(form, isRenamed ? ChangeForm : z.object({}))
  if (submission.status !== 'success') return { status: 422, answer: refuseForm(AGENT_SHAPE, submission) }
  const agent = isRenamed ? { user_id: null, ...submission.value } : { ended: intent === 'end' }
  const changed = await userApi.patch(path, AgentReply, { body: { agent } })
  const said = { change: 'changed', end: 'ended', begin: 'begun' } as const
  if (changed.ok) return doneAt(said[intent])
  return { status: changed.status, answer: refuseForm(AGENT_SHAPE, submission, changed) }
}

/** Notes that a statement was paid. */
export async function handleStatement({ userApi }: StaffVisit, id: string, form: FormData): Promise<Acted> {
  const submission = parseForm(form, AgentPaymentRequest.shape.payment)
  if (submission.status !== 'success') return { status: 422, answer: refuseForm(PAYMENT_SHAPE, submission) }
  const path = `/v1/agent_statements/${id}/payment`
  const paid = await userApi.post(path, AgentStatementReply, { body: { payment: submission.value } })
  if (paid.ok) return { to: `${AGENTS_PATH}/statements/${id}` }
  return { status: paid.status, answer: refuseForm(PAYMENT_SHAPE, submission, paid) }
}
