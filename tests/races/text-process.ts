import { createInterface } from 'node:readline'
import pino from 'pino'
import { openDatabase } from '#api/db/client.ts'
import { type Texter } from '#api/gateways/texter.ts'
import { createTwilioTexter } from '#api/gateways/twilio-texter.ts'
import { sendTexts } from '#api/texts/send-texts.ts'
import { RecordingMailer } from '../support/recording-mailer.ts'
import { ACCOUNT, createTransport } from '../support/twilio-server.ts'
import { composeKillable } from './compose-killable.ts'

/**
 * Sends the texts of an outbox as a process of its own: `node text-process.mjs <database url>
 * <provider's origin> <instant> [dies]`. It prints a line when it is ready, sends what is due for each
 * line it gets, and prints a line when that is done. `dies` kills it as soon as the provider has
 * accepted a text, before that is written down.
 */
const [databaseUrl = '', origin = '', now = '', mode] = process.argv.slice(2)
const database = await openDatabase({ databaseUrl, dataDir: '' })
const { deps } = await composeKillable({ database, now, mailer: new RecordingMailer() })
const provider = createTwilioTexter(ACCOUNT, createTransport(origin))
const texter: Texter = {
  ...provider,
  send: async (text) => {
    const accepted = await provider.send(text)
    if (mode === 'dies') process.kill(process.pid, 'SIGKILL')
    return accepted
  },
}
const log = pino({ level: 'warn' }, pino.destination(2))
createInterface({ input: process.stdin })
  .on('line', () => {
    void sendTexts({ ...deps, texter, log }).then(() => process.stdout.write('done\n'))
  })
  .once('close', () => {
    void database.close().finally(() => process.exit(0))
  })
process.stdout.write('ready\n')
