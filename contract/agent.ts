import { z } from 'zod'
import { Dollars, Id, Instant, LocalDate, LocalMonth } from './primitives.ts'

/** A commission in percent, with at most two decimals. */
export const CommissionPercent = z
  .number({ error: 'Please type a percentage, as 12 or 12.5' })
  .min(0, 'Must be from 0 to 50')
  .max(50, 'Must be from 0 to 50')
  .refine((value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6, 'Must have at most two decimals')
const Name = z.string().trim().min(1, 'Please enter a name').max(80, 'Write at most 80 characters')
/** The `affiliate` parameter of an agent's link. */
export const AgentCode = z
  .string({ error: 'Please enter a code' })
  .trim()
  .toLowerCase()
  .regex(/^[a-z0-9-]{2,40}$/, 'Use 2 to 40 letters, digits and hyphens')

/** What an agent gets for orders paid from a day on, by the calendar of the brand. */
export const AgentTerms = z.object({
  from: LocalDate,
  /** Of what buyers pay for flights without fees and tax, and do not get back. */
  percent: CommissionPercent,
  /** Orders that staff sold at another price than the list price count, too. */
  own_prices: z.boolean(),
})

/** Whoever sells for a brand and gets a commission. */
export const Agent = z.object({
  id: Id,
  brand_id: Id,
  name: z.string(),
  /** `/?affiliate={code}` on any page of the brand makes orders of the next 30 days theirs. */
  code: z.string(),
  /** The account that reads the agent's pages. */
  user_id: Id.nullable(),
  created_at: Instant,
  /** New orders are not theirs any more. */
  ended: z.boolean(),
  ended_at: Instant.nullable(),
  /** What counts today. */
  percent: CommissionPercent,
  /** The current month by the calendar of the brand, with what was paid for in it. */
  month: LocalMonth,
  orders: z.number().int(),
  sold: Dollars,
  /** What statements say and was not paid; negative where more was taken back than earned. */
  owed: Dollars,
})

/** An order of an agent; what it says of the buyer is an initial and a last name. */
export const AgentOrder = z.object({
  id: Id,
  buyer: z.string(),
  flight: z.string(),
  departs_at: Instant.nullable(),
  /** The zone of the terminal of that flight. */
  timezone: z.string().nullable(),
  paid_at: Instant,
  state: z.enum(['to_fly', 'flown', 'refunded', 'unpaid']),
  /** What its flights cost without fees and tax, less what was refunded. */
  sold: Dollars,
  percent: CommissionPercent,
  /** Of `sold`; on a statement once it has flown. */
  commission: Dollars,
  /** The part of it that statements have so far. */
  stated: Dollars,
})

/** What an agent earned in a month; once made it does not change. */
export const AgentStatement = z.object({
  id: Id,
  agent_id: Id,
  /** Counts the agent's statements. */
  number: z.number().int().positive(),
  month: LocalMonth,
  /** The sum of its lines. */
  earned: Dollars,
  /** What an earlier statement took back beyond what it gave: zero or negative. */
  carried: Dollars,
  /** What is to be paid: `earned` + `carried`, or nothing where that is negative. */
  payable: Dollars,
  created_at: Instant,
  paid_at: Instant.nullable(),
  /** How it was paid. */
  paid_reference: z.string().nullable(),
})

export const AgentStatementLine = z.object({
  order_id: Id,
  flight: z.string(),
  flown_on: LocalDate,
  percent: CommissionPercent,
  /** What its flights cost without fees and tax, less what was refunded by then. */
  sold: Dollars,
  /** The commission beyond that of earlier statements; negative where it is taken back. */
  amount: Dollars,
  /** An earlier statement has the order, too. */
  correction: z.boolean(),
})

/** `GET /v1/agents`: all of them, and for agents their own. */
export const AgentsReply = z.object({ agents: z.array(Agent) })
/** `GET /v1/agents/{id}`: with the last orders, all statements, newest first, and all terms. */
export const AgentReply = z.object({
  agent: Agent,
  terms: z.array(AgentTerms),
  orders: z.array(AgentOrder),
  statements: z.array(AgentStatement),
})
/** `POST /v1/agents`: the terms count from the first order on. */
export const AgentRequest = z.object({
  agent: z.object({
    brand_id: Id,
    name: Name,
    code: AgentCode,
    percent: CommissionPercent,
    own_prices: z.boolean().default(false),
    user_id: Id.nullable().optional(),
  }),
})
/** `PATCH /v1/agents/{id}`. */
export const AgentChange = z.object({
  agent: z.object({
    name: Name.optional(),
    user_id: Id.nullable().optional(),
    ended: z.boolean().optional(),
  }),
})
/** `POST /v1/agents/{id}/terms`. */
export const AgentTermsRequest = z.object({
  terms: AgentTerms.extend({ own_prices: z.boolean().default(false) }),
})
/** `GET /v1/agent_statements/{id}`. */
export const AgentStatementReply = z.object({
  statement: AgentStatement,
  agent: z.object({ id: Id, brand_id: Id, name: z.string() }),
  /** The company that pays the commission; an address that was not entered is empty. */
  payer: z.object({
    name: z.string(),
    legal_name: z.string(),
    address: z.string(),
    phone: z.string(),
    email: z.string(),
  }),
  lines: z.array(AgentStatementLine),
})
/** `POST /v1/agent_statements/{id}/payment`. */
export const AgentPaymentRequest = z.object({
  payment: z.object({
    reference: z
      .string({ error: 'Say how it was paid' })
      .trim()
      .min(3, 'Say how it was paid')
      .max(200, 'Write at most 200 characters'),
  }),
})

export type Agent = z.infer<typeof Agent>
export type AgentDetails = z.infer<typeof AgentReply>
export type AgentOrder = z.infer<typeof AgentOrder>
export type AgentStatement = z.infer<typeof AgentStatement>
export type AgentStatementDetails = z.infer<typeof AgentStatementReply>
