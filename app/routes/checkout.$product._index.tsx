import {
  type ActionFunctionArgs,
  type AppLoadContext,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
  redirectDocument,
} from '@remix-run/node'
import { type ClientLoaderFunctionArgs, useLoaderData } from '@remix-run/react'
import { checkoutSearch, stepQuantity } from '../visit/checkout-query.ts'
import { currentStep } from '../selection/steps.ts'
import { WhenForm } from '../selection/when-form.tsx'
import { buildWhenPage } from '../selection/when-page.ts'
import { isUnreachable, UNREACHABLE, useLastAnswer } from '../page/last-answer.ts'
import { pageMeta } from '../page/page-meta.ts'
import { type PageHandle } from '../page/page-handle.ts'
import { eligibilityLines } from '../catalogue/eligibility-lines.ts'
import { getPictureUrl } from '../pictures/product-picture.tsx'
import { listGiftFares, readGiftChoice, giftPath } from '../gifts/load-gift-page.server.ts'
import { GiftUnavailable } from '../gifts/gift-offer.tsx'
import { removeTenderCodeFromUrl } from '../payments/save-tenders.server.ts'
import { listWaitlistLinks } from '../waitlist/list-waitlist-links.server.ts'
import { WaitlistLinks } from '../waitlist/waitlist-links.tsx'
import { RedeemNote } from '../redeem/redeem-note.tsx'
import { loadRedeemNote } from '../redeem/load-redeem-note.server.ts'
import { applyRedeemLink } from '../redeem/choose-redeemed.server.ts'
import { loadRedeemedCards, markDepartures } from '../redeem/load-redeemed-cards.server.ts'
import { loadPayerTenders } from '../payments/payer-tenders.server.ts'
import { loadCalendar, loadChoice, requireProduct } from '../selection/load-choice.server.ts'
import { showProduct, showQuote } from '../selection/shown-choice.ts'
import { saveWeights } from '../passengers/save-weights.server.ts'
import { loadWeights } from '../passengers/load-weights.server.ts'
import { commitSession, PRIVATE_HEADERS } from '../visit/session.server.ts'
import sheet from '../styles/checkout-pages.css?url'
import { loadVisit, visitHeaders } from '../visit/load-visit.server.ts'

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const visit = await loadVisit(request, context)
  const product = await requireProduct(visit, params.product)
  const { brand, query } = visit
  const path = `/checkout/${encodeURIComponent(params.product ?? String(product.id))}`
  const intent = new URL(request.url).searchParams.get('intent')
  if (intent === 'inc' || intent === 'dec') {
    const quantity = stepQuantity(query.quantity, intent === 'inc' ? 1 : -1)
    return redirect(`${path}${checkoutSearch(query, { quantity })}#party`, 303)
  }
  const redeeming = await applyRedeemLink(visit, request)
  if (redeeming !== undefined) {
    const headers = { ...PRIVATE_HEADERS, 'Set-Cookie': await commitSession(visit.session, visit.shop) }
    return redirect(redeeming, { status: 303, headers })
  }
  if (await removeTenderCodeFromUrl(visit, query.code)) {
    const bare = checkoutSearch(query, { code: undefined, redeem: true })
    const headers = { 'Set-Cookie': await commitSession(visit.session, visit.shop) }
    return redirect(`${path}${bare}#tenders`, { status: 303, headers })
  }
  if (query.giftCard) {
    const [given] = await listGiftFares(visit, product)
    if (given) {
      return redirect(giftPath(visit, params.product ?? '', readGiftChoice(visit, request)), 303)
    }
    const { phone, email } = brand
    const gift = { productName: product.name, phone, email, bookHref: path }
    return data({ gift, when: undefined }, { headers: await visitHeaders(visit) })
  }
  const { month, date } = await loadCalendar(visit, product)
  const continuing = intent === 'continue'
  const { choice, ...loaded } = await loadChoice(visit, product, { date, continuing })
  const facts = {
    product: params.product ?? String(product.id),
    query: { ...query, date },
    choice,
    paid: false,
  }
  const next = currentStep(facts)
  if (continuing && next?.id === 'pay') return redirectDocument(next.href(facts), 303)
  const art = getPictureUrl(product, choice.departure?.tags ?? product.tag_list)
  const quotedCode = loaded.quote?.discount_code
  const error = visit.session.get('codeRefusal')
  visit.changed ||= error !== undefined
  const codeBox = {
    code: query.code,
    appliedCode: quotedCode,
    error: (query.redeem ? undefined : error) ?? quotedCode?.message ?? undefined,
    formAction: `${path}#promo`,
  }
  const redeemed = await loadRedeemedCards(visit)
  const settled = choice.departure !== undefined
  const redeemNote = loadRedeemNote(visit, { redeemed, settled, error, path })
  const marks = markDepartures(redeemed, month, loaded.day, choice.quantityType)
  const paying = redeemed?.chosen ? await loadPayerTenders(visit, { choice, quote: loaded.quote }) : undefined
  const weights = await loadWeights(visit, loaded.quote, {
    action: `${path}${checkoutSearch(query)}`,
    refused: refusedWeights.has(context),
  })
  const offered = { param: facts.product, query: facts.query, day: loaded.day }
  const waitlist = listWaitlistLinks(visit, product, offered)
  const parts = { codeBox, weights, eligibility: eligibilityLines(product), art, marks }
  const quote = paying?.quote ?? loaded.quote
  const shown = { product: showProduct(product), quote: quote && showQuote(quote) }
  const page = buildWhenPage({ path, query, month, choice, continuing, ...parts, ...loaded, ...shown })
  const status = page.problems.length > 0 ? 422 : 200
  const when = { page, redeemNote, waitlist }
  return data({ gift: undefined, when }, { status, headers: await visitHeaders(visit) })
}

/** Requests whose weights were refused, for the loader that runs after the action. */
const refusedWeights = new WeakSet<AppLoadContext>()

/** Saves the weights in the draft: they are personal data and must not appear in an address. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const visit = await loadVisit(request, context)
  const areValid = await saveWeights(visit, await request.formData())
  const headers = { ...PRIVATE_HEADERS, 'Set-Cookie': await commitSession(visit.session, visit.shop) }
  if (!areValid) {
    refusedWeights.add(context)
    return data(null, { status: 422, headers })
  }
  const path = `/checkout/${encodeURIComponent(params.product ?? '')}`
  return redirect(`${path}${checkoutSearch(visit.query)}#weights`, { status: 303, headers })
}

/** If a request of the browser gets no answer, the page stays. */
export async function clientLoader({ serverLoader }: ClientLoaderFunctionArgs) {
  try {
    return await serverLoader<typeof loader>()
  } catch (error) {
    if (isUnreachable(error)) return UNREACHABLE
    throw error
  }
}

export const headers = () => PRIVATE_HEADERS
export const handle: PageHandle = { layout: 'checkout', sheet, hydrate: true }

export const meta: MetaFunction<typeof loader> = ({ data: loaded, matches }) => {
  const failed = (loaded?.when?.page.problems.length ?? 0) > 0
  const title = loaded?.gift ? `Give ${loaded.gift.productName}` : 'When would you like to fly?'
  return [
    ...pageMeta(matches, {
      title: failed ? `Error: ${title}` : title,
      description: 'The day, the time and your party, with the whole price of each departure.',
    }),
    { name: 'robots', content: 'noindex' },
  ]
}

export default function When() {
  const answer = useLoaderData<typeof loader | typeof clientLoader>()
  const { shown, failed } = useLastAnswer(answer)
  const { gift, when } = shown
  if (!when) return <GiftUnavailable {...gift} />
  const { page, redeemNote, waitlist } = when
  return (
    <WhenForm
      page={page}
      failed={failed}
      redeemNote={redeemNote ? <RedeemNote {...redeemNote} /> : null}
      waitlist={<WaitlistLinks links={waitlist} />}
    />
  )
}
