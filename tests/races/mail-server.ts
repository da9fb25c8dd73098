import { type AddressInfo } from 'node:net'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'

export interface TakenMail {
  to: string[]
  subject: string
  messageId: string
  text: string
}

export interface MailServer {
  url: string
  /** Every accepted mail, oldest first. */
  received: TakenMail[]
  close(): Promise<void>
}

/**
 * The refusal for a recipient or a whole mail, such as `550 5.1.1 No such user`; undefined accepts
 * it.
 */
export interface Refusing {
  recipient?: (address: string) => string | undefined
  mail?: () => string | undefined
}

const refusal = (response: string) =>
  Object.assign(new Error(response.slice(4)), { responseCode: Number(response.slice(0, 3)) })

/** A real mail server on a free port, which accepts every mail unless told otherwise. */
export async function startMailServer(refusing: Refusing = {}): Promise<MailServer> {
  const taken: TakenMail[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo({ address }, _session, done) {
      const response = refusing.recipient?.(address)
      done(response === undefined ? undefined : refusal(response))
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const response = refusing.mail?.()
        if (response !== undefined) {
          done(refusal(response))
          return
        }
        const to = session.envelope.rcptTo.map(({ address }) => address)
        PostalMime.parse(Buffer.concat(chunks)).then(({ subject = '', messageId = '', text = '' }) => {
          taken.push({ to, subject, messageId, text })
          done()
        }, done)
      })
    },
  })
  // A killed sender leaves its connection broken.
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${String(port)}`,
    received: taken,
    close: () =>
      new Promise((resolve) => {
        server.close(resolve)
      }),
  }
}
