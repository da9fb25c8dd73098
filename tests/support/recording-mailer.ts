import { type Mailer, type OutgoingMail } from '#api/gateways/mailer.ts'

/** Keeps what was sent; `failNext` makes the next sending fail as a mail server would. */
export class RecordingMailer implements Mailer {
  readonly sent: OutgoingMail[] = []
  #failures = 0
  async send(mail: OutgoingMail): Promise<void> {
    if (this.#failures > 0) {
      this.#failures -= 1
      throw new Error('451 try again later')
    }
    this.sent.push(mail)
    return Promise.resolve()
  }
  failNext(times = 1): void {
    this.#failures = times
  }
  /** Mails to one address, oldest first. */
  to(address: string): OutgoingMail[] {
    return this.sent.filter((mail) => mail.to === address)
  }
}
