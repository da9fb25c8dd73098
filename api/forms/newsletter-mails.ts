import { type NewsletterList } from '#contract/newsletter.ts'
import { getMailTheme } from '../store/mails/brand-theme.ts'
import { html } from '../store/mails/html.ts'
import { linkMail } from '../store/mails/link-mail.ts'
import { type ComposedMail, type MailBrand } from '../store/mails/mail-brand.ts'
import { button, heading, mailFrame, paragraph, rows } from '../store/mails/mail-frame.ts'
import { oneClickUnsubscribeHeaders } from '../store/mails/one-click-unsubscribe.ts'

const NEWS: Record<NewsletterList, string> = {
  news: 'news of our flights',
  miami: 'news of our flights over Miami',
}

/** Whether this mailbox wants news. Nothing but this goes to it until it says so. */
export function newsletterConfirmMail(list: NewsletterList, token: string, brand: MailBrand): ComposedMail {
  return linkMail(`${brand.origin}/subscribe/${token}`, brand, {
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
  })
}

/** The first mail of a list, and the way to end it. */
export function newsletterWelcomeMail(
  list: NewsletterList,
  stopToken: string,
  brand: MailBrand,
): ComposedMail {
  const stop = `${brand.origin}/subscribe/${stopToken}/stop`
  const subject = `You are on the list · ${brand.name}`
  const title = 'You are on the list'
  const why =
    `From now on you get ${NEWS[list]}: a mail or two a month, when there is something worth ` +
    'opening one for.'
  const style = `color:${getMailTheme(brand.id).link}`
  const stopLink = html`<a class="link" href="${stop}" style="${style}">Stop these mails</a>`
  const content = html`${heading(brand, title)} ${paragraph(why)}
  ${button(brand, 'See our flights', `${brand.origin}/product`)}
  ${paragraph(html`Enough of it? ${stopLink}, now or from any later mail.`)}`
  return {
    subject,
    text: [
      title,
      why,
      `See our flights: ${brand.origin}/product`,
      `Stop these mails: ${stop}`,
      `${brand.name}\n${brand.phone} · ${brand.email}`,
    ].join('\n\n'),
    html: mailFrame(brand, subject, why, content),
    attachments: [],
    headers: oneClickUnsubscribeHeaders(stop),
  }
}

/** Who joined on a day. */
export interface NewSubscribers {
  /** YYYY-MM-DD, in the brand's time. */
  day: string
  /** The brand's lists that have readers: how many joined on the day, and how many there are. */
  lists: readonly { list: NewsletterList; joined: number; readers: number }[]
}

const LIST_NAMES: Record<NewsletterList, string> = { news: 'News', miami: 'News of Miami' }

/**
 * To the brand's desk: how many asked for news the day before, and how many read it. No address
 * stands in it.
 */
export function newSubscribersMail({ day, lists }: NewSubscribers, brand: MailBrand): ComposedMail {
  const sum = lists.reduce((all, { joined }) => all + joined, 0)
  const title = sum === 1 ? '1 new reader' : `${String(sum)} new readers`
  const why =
    `So many said yes to our news on ${day}, each from their own mailbox. There is nothing to ` + 'answer.'
  const facts = lists.map(
    ({ list, joined, readers }) =>
      [LIST_NAMES[list], `${String(joined)} new, ${String(readers)} in all`] as const,
  )
  const subject = `${title} of our news on ${day}`
  const content = html`${heading(brand, title)} ${paragraph(why)} ${rows(brand, facts)}`
  return {
    subject,
    text: [title, why, facts.map(([name, value]) => `${name}: ${value}`).join('\n')].join('\n\n'),
    html: mailFrame(brand, subject, why, content),
    attachments: [],
  }
}
