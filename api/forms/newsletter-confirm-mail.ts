import { newsletterSubscribers } from '../db/schema/forms.ts'
import { declareMail } from '../store/mails/queue-mail.ts'
import { linkMail } from '../store/mails/link-mail.ts'
import { NEWS, readSubscriberForMail } from './newsletter-mail.ts'
import { makeNewsletterToken } from './newsletter-token.ts'

/** Asks whether this mailbox wants news. Nothing but this goes to it until it says so. */
export const newsletterConfirmMail = declareMail({
  kind: 'newsletter_confirm',
  about: newsletterSubscribers,
  recipient: 'subscriber',
  delivery: 'usual',
  repeatable: false,
  correcting: null,
  load: async (deps, mail) => {
    const { id, list, askedAt } = await readSubscriberForMail(deps, mail)
    return { list, token: makeNewsletterToken(deps, id, { use: 'confirm', askedAt }) }
  },
  compose: ({ list, token }, brand) =>
    linkMail(`${brand.origin}/subscribe/${token}`, brand, {
      subject: `Would you like ${NEWS[list]}?`,
      title: 'One more press',
      intro:
        `Somebody, you we hope, asked for ${NEWS[list]} at this address. Press the button on the ` +
        'page behind this link, and you are on the list.',
      action: 'Yes, write to me',
      notes: [
        'The link works for seven days. Without it we send nothing more.',
        'You did not ask for this? Then somebody mistyped an address, and there is nothing to do.',
      ],
    }),
})
