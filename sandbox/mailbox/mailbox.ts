import { ASYNCHRONOUS_COMMIT, type Query } from '../store/query.ts'

/** A mail from the shop's mailer. */
export interface SandboxMail {
  from: string
  to: string
  subject: string
  text: string
  html: string
  messageId: string
  attachments: { filename: string; contentType: string; content: string }[]
}
export interface ReceivedMail extends SandboxMail {
  id: number
  sentAt: Date
  /** The links in the HTML part, in order and without duplicates. */
  links: string[]
}

export interface Mailbox {
  /**
   * @throws The error of an SMTP client, for the addresses of refusing mailboxes (see
   * `docs/sandbox.md`).
   */
  send(mail: SandboxMail): Promise<void>
  /**
   * Lists mails, newest first.
   * @param to The exact address, in any case.
   */
  list(to?: string): Promise<ReceivedMail[]>
  find(id: number): Promise<ReceivedMail | undefined>
}

const SHOWN = 200

/** The SMTP replies of refusing mailboxes, by the prefix of the address's local part. */
const REFUSING: Readonly<Record<string, string>> = {
  bounce: '550 5.1.1 There is no such mailbox here',
  full: '552 5.2.2 The mailbox is full',
  later: '450 4.2.1 Please try again later',
}

function refuseFor(to: string): void {
  const [, word = ''] = /^(bounce|full|later)(?:[+.-][^@]*)?@/i.exec(to) ?? []
  const response = REFUSING[word.toLowerCase()]
  if (response === undefined) return
  const error = new Error(`Can't send mail - all recipients were rejected: ${response}`)
  throw Object.assign(error, {
    code: 'EENVELOPE',
    command: 'RCPT TO',
    responseCode: Number(response.slice(0, 3)),
    response,
  })
}

export function openMailbox(deps: { query: Query; now: () => Date }): Mailbox {
  const { query } = deps
  return {
    async send({ from, to, subject, text, html, messageId, attachments }) {
      refuseFor(to)
      const mail = JSON.stringify({ from, to, subject, text, html, messageId, attachments })
      const sent = Math.floor(deps.now().getTime() / 1000)
      await query(
        `insert into sandbox.mails (sent, recipient, mail)
         select $1::bigint, $2::text, $3::text::jsonb where ${ASYNCHRONOUS_COMMIT}`,
        [sent, to, mail],
      )
    },
    async list(to) {
      const { rows } = await query(
        `select * from sandbox.mails where $1::text is null or lower(recipient) = lower($1)
          order by id desc limit ${String(SHOWN)}`,
        [to ?? null],
      )
      return rows.map(toReceived)
    },
    async find(id) {
      const { rows } = await query('select * from sandbox.mails where id = $1', [id])
      return rows[0] ? toReceived(rows[0]) : undefined
    },
  }
}

function toReceived(row: Record<string, unknown>): ReceivedMail {
  const mail = row.mail as SandboxMail
  return { ...mail, id: Number(row.id), sentAt: new Date(Number(row.sent) * 1000), links: extractLinks(mail) }
}

const entities: Record<string, string> = {
  '&amp;': '&',
  '&quot;': '"',
  '&#39;': "'",
  '&#x27;': "'",
  '&lt;': '<',
  '&gt;': '>',
}

/** Returns the links of the HTML part, or of the text part when there is no HTML. */
export function extractLinks({ html, text }: Pick<SandboxMail, 'html' | 'text'>): string[] {
  const found = html
    ? [...html.matchAll(/<a\b[^>]*\bhref="([^"]*)"/gi)].map(([, href = '']) =>
        href.replace(/&(amp|quot|#39|#x27|lt|gt);/g, (one) => entities[one] ?? one),
      )
    : [...text.matchAll(/https?:\/\/[^\s<>"]+/g)].map(([address]) => address)
  return [...new Set(found)]
}
