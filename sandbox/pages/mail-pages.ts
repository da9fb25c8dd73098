import { type Mailbox, type ReceivedMail } from '../mailbox/mailbox.ts'
import { notFoundPage } from './checkout-page.ts'
import { html } from './html.ts'
import { type Page, pageResponse } from './page-response.ts'

const when = (mail: ReceivedMail) => mail.sentAt.toISOString().slice(0, 16).replace('T', ' ')

/** `/sandbox/mail`, `/sandbox/mail.json?to=…`, `/sandbox/mail/{id}` and its parts. */
export async function mailPages(mailbox: Mailbox, url: URL): Promise<Response> {
  const to = url.searchParams.get('to') ?? undefined
  if (url.pathname === '/sandbox/mail.json') return jsonList(await mailbox.list(to))
  if (url.pathname === '/sandbox/mail') return pageResponse(listOf(await mailbox.list(to), to))
  const [, id, part, index] =
    /^\/sandbox\/mail\/(\d{1,15})(?:\/(html|attachments)(?:\/(\d{1,3}))?)?$/.exec(url.pathname) ?? []
  const mail = id ? await mailbox.find(Number(id)) : undefined
  if (!mail) return pageResponse(notFoundPage())
  if (part === 'html') return htmlPart(mail)
  if (part === 'attachments') return attachment(mail, Number(index ?? 0))
  return pageResponse(mailPage(mail))
}

const jsonList = (mails: ReceivedMail[]) =>
  Response.json(
    mails.map(({ to, subject, text, html, links, attachments }) => ({
      to,
      subject,
      text,
      html,
      links,
      attachments,
    })),
    { headers: { 'cache-control': 'no-store' } },
  )

const listOf = (mails: ReceivedMail[], to: string | undefined): Page => ({
  title: 'Mailbox',
  main: html`<h1>Mailbox</h1>
    <p class="muted">Nothing is sent: mails of the test mode stay here, newest first.</p>
    ${to ? html`<p>Only to ${to}. <a href="/sandbox/mail">Show all</a></p>` : ''}
    ${mails.length === 0 ? html`<p>There is no mail yet.</p>` : ''}
    <ul class="lines">
      ${mails.map(
        (mail) =>
          html`<li class="line">
            <p>
              <a href="/sandbox/mail/${mail.id}">${mail.subject}</a><br /><span class="muted"
                >to ${mail.to}, ${when(mail)} UTC</span
              >
            </p>
          </li>`,
      )}
    </ul>`,
})

const mailPage = (mail: ReceivedMail): Page => ({
  title: mail.subject,
  main: html`<a class="back" href="/sandbox/mail">All mail</a>
    <h1>${mail.subject}</h1>
    <dl class="card">
      <dt>From</dt>
      <dd>${mail.from}</dd>
      <dt>To</dt>
      <dd>${mail.to}</dd>
      <dt>Sent</dt>
      <dd>${when(mail)} UTC</dd>
      ${mail.attachments.length > 0 ? html`<dt>Attachments</dt>` : ''}
      ${mail.attachments.map(
        ({ filename }, at) =>
          html`<dd><a href="/sandbox/mail/${mail.id}/attachments/${at}">${filename}</a></dd>`,
      )}
    </dl>
    <section class="card" aria-labelledby="links">
      <h2 id="links">Links</h2>
      ${mail.links.length === 0 ? html`<p>None.</p>` : ''}
      <ul>
        ${mail.links.map((link) =>
          /^https?:/.test(link) ? html`<li><a href="${link}">${link}</a></li>` : html`<li>${link}</li>`,
        )}
      </ul>
    </section>
    <section class="card" aria-labelledby="text">
      <h2 id="text">Text</h2>
      <pre>${mail.text}</pre>
    </section>
    <p><a href="/sandbox/mail/${mail.id}/html">Open the HTML part</a></p>`,
})

/** Serves the HTML of a mail with a policy that gives it no origin and lets it load nothing. */
const htmlPart = (mail: ReceivedMail) =>
  new Response(mail.html, {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy':
        "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; img-src " +
        "data: 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    },
  })

function attachment(mail: ReceivedMail, index: number): Response {
  const found = mail.attachments[index]
  if (!found) return pageResponse(notFoundPage())
  return new Response(found.content, {
    headers: {
      'content-type': found.contentType,
      'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(found.filename)}`,
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    },
  })
}
