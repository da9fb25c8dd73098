import { codeList, expiryDay, REDEEM_STEPS, redeemLink, stepList } from './gift-codes.ts'
import { html } from './html.ts'
import { type ComposedMail, type MailBrand } from './mail-brand.ts'
import { button, heading, mailFrame, paragraph, subheading } from './mail-frame.ts'

/** Gift cards as their recipient gets them. */
export interface Gift {
  productName: string
  productSlug: string
  unit: 'seat' | 'flight'
  /** What the giver wrote, as it was typed. */
  message: string | null
  /** Grouped for reading. */
  codes: string[]
  /** `YYYY-MM-DD` */
  expiresOn: string
}

const TITLE = 'You have been given a flight'

/** The mail to whom gift cards were bought for. It names neither the buyer's address nor any price. */
export function giftCardsMail(gift: Gift, brand: MailBrand): ComposedMail {
  const { productName, message, codes } = gift
  const one = gift.unit === 'seat' ? 'one seat' : 'one whole aircraft'
  const what =
    codes.length === 1
      ? `Somebody has bought ${one} on ${productName} for you. You choose the day.`
      : `Somebody has bought ${String(codes.length)} gift cards for ${productName} for you, each good for ${one}. You choose the days.`
  const until = `Good until ${expiryDay(gift.expiresOn)}.`
  const link = redeemLink(brand, gift.productSlug)
  const subject = `A gift for you: ${productName}`
  const lines = message === null ? [] : message.split(/\r?\n/)
  const content = html`${heading(brand, TITLE)} ${paragraph(what)}
  ${
    message === null
      ? ''
      : html`<blockquote style="margin:16px 0;padding-left:14px;border-left:3px solid">
          ${lines.map((line) => html`${line}<br />`)}
        </blockquote>`
  }
  ${subheading(brand, codes.length === 1 ? 'Your code' : 'Your codes')} ${codeList(codes)} ${paragraph(until)}
  ${button(brand, 'Choose a day', link)} ${subheading(brand, 'How to use it')} ${stepList(REDEEM_STEPS)}`
  const parts = [
    TITLE,
    what,
    ...(message === null ? [] : [message]),
    `${codes.length === 1 ? 'Your code' : 'Your codes'}\n${codes.join('\n')}`,
    until,
    `How to use it\n${REDEEM_STEPS.map((step, at) => `${String(at + 1)}. ${step}`).join('\n')}`,
    `Choose a day: ${link}`,
    `${brand.name}\n${brand.phone} · ${brand.email}`,
  ]
  return {
    subject,
    text: parts.join('\n\n'),
    html: mailFrame(brand, subject, what, content),
    attachments: [],
  }
}
