import { type Mailer, type OutgoingMail } from '#api/gateways/mailer.ts'

/**
 * Records what was sent. `failNext` makes the next mail fail as if the mail server were down;
 * `refuse` makes every mail to one address bounce.
 */
export class RecordingMailer implements Mailer {
  readonly sent: OutgoingMail[] = []
  #failures = 0
  readonly #refusing = new Map<string, string>()
  async send(mail: OutgoingMail): Promise<void> {
    if (this.#failures > 0) {
      this.#failures -= 1
      throw new Error('451 try again later')
    }
    const response = this.#refusing.get(mail.to)
    if (response !== undefined) throw refusalOfRecipient(response)
    this.sent.push(mail)
    return Promise.resolve()
  }
  failNext(times = 1): void {
    this.#failures = times
  }
  /**
   * Makes the address answer with a refusal such as `550 5.1.1 No such user`; without one it
   * accepts mail again.
   */
  refuse(address: string, response: string): void {
    if (response === '') this.#refusing.delete(address)
    else this.#refusing.set(address, response)
  }
  /** Lists the mails to one address, oldest first. */
  to(address: string): OutgoingMail[] {
    return this.sent.filter((mail) => mail.to === address)
  }
}

/**
 * The error that the SMTP client throws; `smtp-mailer.test.ts` compares it with a real server's.
 */
const refusalOfRecipient = (response: string) =>
  Object.assign(new Error(`Can't send mail - all recipients were rejected: ${response}`), {
    ...{ code: 'EENVELOPE', command: 'RCPT TO', response },
    responseCode: Number(response.slice(0, 3)),
  })
