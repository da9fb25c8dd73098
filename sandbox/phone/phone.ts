import { type Query } from '../store/query.ts'

/** A text from the shop. Numbers are in E.164. */
export interface SandboxText {
  from: string
  to: string
  body: string
  /** Where the shop is told what became of it. */
  statusUrl: string
}
export interface ReceivedText extends Omit<SandboxText, 'statusUrl'> {
  id: number
  /** As the provider names it: `SM…`. */
  sid: string
  sentAt: Date
  /** Written by the owner of the phone, and not by the shop. */
  isReply: boolean
  /** The links in the text, in order. */
  links: string[]
}

/** Sends what the provider tells the shop, signed, to a path of it. */
export type TellShop = (path: string, fields: Readonly<Record<string, string>>) => Promise<void>

export interface Phone {
  /**
   * @throws An error with the provider's `status` and `code`, for the numbers of refusing phones
   *   (see `docs/sandbox.md`).
   */
  send(text: SandboxText): Promise<string>
  find(text: SandboxText, since: Date): Promise<string | undefined>
  /** Answers a text from the phone, as STOP does. */
  reply(reply: { number: string; sender: string; body: string }): Promise<void>
  /** Lists texts of all phones or of one, newest first. */
  list(number?: string): Promise<ReceivedText[]>
  /** Tells the shop what became of the texts since. */
  reportSent(): Promise<void>
}

const SHOWN = 200

/** The provider's answers for phones that refuse texts, by the last digits of their number. */
const REFUSING: Readonly<Record<string, { status: number; code: number }>> = {
  '0161': { status: 400, code: 21610 },
  '0162': { status: 400, code: 21614 },
  '0163': { status: 429, code: 20429 },
}
/** Phones that accept texts and do not get them, with the provider's code. */
const NOT_DELIVERED: Readonly<Record<string, string>> = { '0164': '30006', '0165': '30003' }

const endOf = (number: string) => number.slice(-4)

function refuseFor(to: string): void {
  const refusal = REFUSING[endOf(to)]
  if (refusal) throw Object.assign(new Error('The test phone refuses this text'), refusal)
}

interface PhoneDeps {
  query: Query
  now: () => Date
  newId: () => string
  tellShop: TellShop
}

export function openPhone({ query, now, newId, tellShop }: PhoneDeps): Phone {
  const seconds = () => Math.floor(now().getTime() / 1000)
  const insert = (sid: string, text: Omit<SandboxText, 'statusUrl'>, statusUrl: string | null) =>
    query(
      `insert into sandbox.texts (sid, sent, number, sender, body, is_reply, status_url)
        values ($1, $2, $3, $4, $5, $6, $7)`,
      statusUrl === null
        ? [sid, seconds(), text.from, text.to, text.body, true, null]
        : [sid, seconds(), text.to, text.from, text.body, false, statusUrl],
    )
  return {
    async send({ statusUrl, ...text }) {
      refuseFor(text.to)
      const sid = `SM${newId()}`
      await insert(sid, text, statusUrl)
      return sid
    },
    async find({ from, to, body }, since) {
      const { rows } = await query(
        `select sid from sandbox.texts where number = $1 and sender = $2 and body = $3 and sent >= $4
          and not is_reply order by id desc limit 1`,
        [to, from, body, Math.floor(since.getTime() / 1000)],
      )
      return rows[0] && String(rows[0].sid)
    },
    async reply({ number, sender, body }) {
      const sid = `SM${newId()}`
      await insert(sid, { from: number, to: sender, body }, null)
      await tellShop('/v1/twilio/messages', { MessageSid: sid, From: number, To: sender, Body: body })
    },
    async list(number) {
      const { rows } = await query(
        `select * from sandbox.texts where $1::text is null or number = $1
          order by id desc limit ${String(SHOWN)}`,
        [number ?? null],
      )
      return rows.map(toReceived)
    },
    async reportSent() {
      const { rows } = await query(
        'select id, sid, number, status_url from sandbox.texts ' +
          'where status_url is not null order by id limit 50',
      )
      for (const { id, sid, number, status_url: address } of rows) {
        const { pathname, search } = new URL(String(address))
        const code = NOT_DELIVERED[endOf(String(number))]
        await tellShop(`${pathname}${search}`, {
          MessageSid: String(sid),
          ...(code === undefined
            ? { MessageStatus: 'delivered' }
            : { MessageStatus: 'undelivered', ErrorCode: code }),
        })
        await query('update sandbox.texts set status_url = null where id = $1', [id])
      }
    },
  }
}

function toReceived(row: Record<string, unknown>): ReceivedText {
  const isReply = row.is_reply === true
  const [number, sender, body] = [String(row.number), String(row.sender), String(row.body)]
  return {
    id: Number(row.id),
    sid: String(row.sid),
    from: isReply ? number : sender,
    to: isReply ? sender : number,
    body,
    sentAt: new Date(Number(row.sent) * 1000),
    isReply,
    links: [...new Set(body.match(/https?:\/\/[^\s<>"]+/g) ?? [])],
  }
}
