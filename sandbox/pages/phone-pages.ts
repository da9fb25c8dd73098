import { type Phone, type ReceivedText } from '../phone/phone.ts'
import { html, type Markup } from './html.ts'
import { type Page, pageResponse, seeOther } from './page-response.ts'

const when = (text: ReceivedText) => text.sentAt.toISOString().slice(0, 16).replace('T', ' ')
const numberOf = (text: ReceivedText) => (text.isReply ? text.from : text.to)
const senderOf = (text: ReceivedText) => (text.isReply ? text.to : text.from)
const hrefOf = (number: string) => `/sandbox/phone?${new URLSearchParams({ number }).toString()}`

/** `/sandbox/phone`, `/sandbox/phone.json?number=…`, and the form that answers a text. */
export async function phonePages(phone: Phone, request: Request, url: URL): Promise<Response> {
  if (request.method === 'POST') return reply(phone, request)
  const number = url.searchParams.get('number') ?? undefined
  const texts = await phone.list(number)
  if (url.pathname === '/sandbox/phone.json') return jsonList(texts)
  return pageResponse(number === undefined ? listOf(texts) : conversation(number, texts))
}

async function reply(phone: Phone, request: Request): Promise<Response> {
  const form = new URLSearchParams(await request.text())
  const [number, sender, body] = ['number', 'sender', 'body'].map((name) => form.get(name) ?? '')
  const [known] = number ? await phone.list(number) : []
  // Only who was texted can answer.
  if (!number || !sender || !body || !known) return new Response('Nobody was texted there.', { status: 422 })
  await phone.reply({ number, sender, body: body.slice(0, 1600) })
  return seeOther(hrefOf(number))
}

const jsonList = (texts: ReceivedText[]) =>
  Response.json(
    texts.map(({ from, to, body, links, isReply }) => ({ from, to, body, links, is_reply: isReply })),
    { headers: { 'cache-control': 'no-store' } },
  )

const listOf = (texts: ReceivedText[]): Page => ({
  title: 'Phone',
  main: html`<h1>Phone</h1>
    <p class="muted">Nothing is sent: texts of the test mode stay here, newest first.</p>
    ${texts.length === 0 ? html`<p>There is no text yet.</p>` : ''}
    <ul class="lines">
      ${texts.map(
        (text) =>
          html`<li class="line">
            <p>
              <a href="${hrefOf(numberOf(text))}">${numberOf(text)}</a>
              ${text.isReply ? html`answered` : ''}<br />${text.body}<br /><span class="muted"
                >${when(text)} UTC</span
              >
            </p>
          </li>`,
      )}
    </ul>`,
})

/** The texts with one phone, with a form to answer each sender. */
const conversation = (number: string, texts: ReceivedText[]): Page => ({
  title: `Texts to ${number}`,
  main: html`<a class="back" href="/sandbox/phone">All texts</a>
    <h1>Texts to ${number}</h1>
    ${texts.length === 0 ? html`<p>There is no text yet.</p>` : ''}
    ${[...new Set(texts.map(senderOf))].map((sender, at) => answerForm(number, sender, at))}
    ${texts.map(
      (text) =>
        html`<section class="card" aria-label="${text.isReply ? 'Answer' : 'Text'}">
          <p class="muted">${text.isReply ? 'Answered to' : 'From'} ${senderOf(text)}, ${when(text)} UTC</p>
          <pre>${text.body}</pre>
          ${
            text.links.length === 0
              ? ''
              : html`<ul>
                  ${text.links.map(linkOf)}
                </ul>`
          }
        </section>`,
    )}`,
})

const linkOf = (link: string): Markup => html`<li><a href="${link}">${link}</a></li>`

const answerForm = (number: string, sender: string, at: number) =>
  html`<form class="card" method="post" action="/sandbox/phone">
    <h2>Answer ${sender}</h2>
    <input type="hidden" name="number" value="${number}" />
    <input type="hidden" name="sender" value="${sender}" />
    <div class="field">
      <label for="body-${at}">What to write</label>
      <input id="body-${at}" name="body" value="STOP" maxlength="160" required autocomplete="off" />
      <p class="hint">STOP ends all texts of this sender to this phone, START allows them again.</p>
    </div>
    <button>Send</button>
  </form>`
