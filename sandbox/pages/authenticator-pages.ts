import { type Authenticator, type AuthenticatorKey, readCode } from '../authenticator/authenticator.ts'
import { html } from './html.ts'
import { type Page, pageResponse, seeOther } from './page-response.ts'

const PATH = '/sandbox/authenticator'

interface Typed {
  account: string
  secret: string
}

/** `/sandbox/authenticator`: the codes of the keys that were added, as an app on a phone shows them. */
export async function authenticatorPages(
  { authenticator, now }: { authenticator: Authenticator; now: () => Date },
  request: Request,
): Promise<Response> {
  if (request.method !== 'POST') return showCodes(await authenticator.list(), now())
  const form = new URLSearchParams(await request.text())
  const typed = { account: form.get('account') ?? '', secret: form.get('secret') ?? '' }
  const removed = form.get('remove')
  if (removed !== null) await authenticator.remove(Number(removed) || 0)
  else if (!(await authenticator.add(typed.account, typed.secret))) {
    return pageResponse({ ...listOf(await authenticator.list(), now(), typed), status: 422 })
  }
  return seeOther(PATH)
}

/** The browser loads the page again when the codes change. */
function showCodes(keys: readonly AuthenticatorKey[], now: Date): Response {
  const response = pageResponse(listOf(keys, now))
  const [first] = keys
  if (first) response.headers.set('refresh', String(readCode(first, now).secondsLeft + 1))
  return response
}

function listOf(keys: readonly AuthenticatorKey[], now: Date, refused?: Typed): Page {
  return {
    title: 'Authenticator',
    main: html`<h1>Authenticator</h1>
      <p class="muted">
        It stands for the app on a phone that shows the codes for the second factor of staff. Keys stay in
        this test mode.
      </p>
      ${keys.length === 0 ? html`<p>There is no key yet. Staff get one at their first sign-in.</p>` : ''}
      ${keys.map((key) => keyCard(key, now))}
      <form class="card" method="post" action="${PATH}">
        <h2>Add a key</h2>
        ${
          refused
            ? html`<p class="problem" id="secret-problem" role="alert">
                A key has 16 letters or more: A to Z and the digits 2 to 7. Please copy it again.
              </p>`
            : ''
        }
        <div class="field">
          <label for="account">Account</label>
          <input
            id="account"
            name="account"
            autocomplete="off"
            maxlength="200"
            value="${refused?.account ?? ''}"
          />
        </div>
        <div class="field">
          <label for="secret">Key</label>
          <input
            id="secret"
            name="secret"
            autocomplete="off"
            autocapitalize="characters"
            spellcheck="false"
            required
            maxlength="120"
            ${refused ? html`aria-invalid="true" aria-describedby="secret-problem"` : ''}
            value="${refused?.secret ?? ''}"
          />
        </div>
        <button type="submit">Add the key</button>
      </form>`,
  }
}

function keyCard(key: AuthenticatorKey, now: Date) {
  const { code, secondsLeft } = readCode(key, now)
  return html`<section class="card" aria-label="${key.account}">
    <h2>${key.account}</h2>
    <p class="code">${code.slice(0, 3)} ${code.slice(3)}</p>
    <p class="muted">For ${secondsLeft} more seconds. A code works once.</p>
    <form method="post" action="${PATH}">
      <button class="second" type="submit" name="remove" value="${key.id}">Remove this key</button>
    </form>
  </section>`
}
