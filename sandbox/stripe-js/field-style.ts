import { type Appearance } from '@stripe/stripe-js'

/**
 * The style of the fields. Colours and sizes are variables of the appearance option, and by default
 * inherited from the page.
 */
const FIELDS = `
:host { display: block; font-family: var(--fontFamily, inherit); font-size: var(--fontSizeBase, 1rem);
  color: var(--colorText, inherit); }
* { box-sizing: border-box; }
[hidden] { display: none; }
.Fields { display: grid; grid-template-columns: repeat(auto-fit, minmax(max(8rem, 40%), 1fr));
  gap: var(--gridRowSpacing, 1rem) var(--gridColumnSpacing, 1rem); align-items: start; }
.Field { min-width: 0; }
.Field--number { grid-column: 1 / -1; }
.Label { display: block; margin-bottom: var(--labelSpacing, .375rem);
  color: var(--labelColorText, inherit); font-size: var(--labelFontSize, 1em);
  font-weight: var(--labelFontWeight, var(--fontWeightMedium, 600)); line-height: 1.35; }
.Input { width: 100%; min-height: 3.25rem; padding: .65rem .9rem; font: inherit;
  font-size: max(1rem, 1em); font-variant-numeric: tabular-nums; color: inherit;
  background: var(--colorBackground, Field); border: 1px solid var(--inputColorBorder, GrayText);
    border-radius: var(--borderRadius, .25rem);
  box-shadow: var(--inputBoxShadow, none); }
.Input::placeholder { color: var(--colorTextPlaceholder, var(--colorTextSecondary, GrayText)); opacity: 1; }
.Input:focus { outline: var(--focusOutline, 3px solid var(--colorPrimary, Highlight)); outline-offset: 2px;
  border-color: var(--inputFocusColorBorder, var(--inputColorBorder, GrayText));
    box-shadow: var(--inputFocusBoxShadow, var(--inputBoxShadow, none)); }
.Input--invalid, .Input--invalid:focus { border-color: var(--colorDanger, #b3142e);
  box-shadow: inset 0 0 0 1px var(--colorDanger, #b3142e); }
.Error { margin: .4rem 0 0; color: var(--colorDanger, #b3142e); font-size: .9375em; font-weight: 600;
  line-height: 1.4; }
`

const DIALOG = `
dialog { width: min(30rem, calc(100vw - 2rem)); max-height: calc(100dvh - 2rem); padding: 0;
  overflow: hidden; color: CanvasText; background: Canvas;
  border: 1px solid GrayText; border-radius: .75rem; box-shadow: 0 1.5rem 4rem -1rem rgb(0 0 0/.5);
    font: 1rem/1.4 system-ui, sans-serif; }
dialog::backdrop { background: rgb(0 0 0/.55); }
header { display: flex; align-items: center; justify-content: space-between; gap: 1rem;
  padding: .5rem .5rem .5rem 1rem; }
h2 { margin: 0; font-size: 1rem; font-weight: 700; }
button { min-width: 2.75rem; min-height: 2.75rem; padding: .5rem 1rem; font: inherit; font-weight: 600;
  color: inherit; background: transparent; border: 1px solid GrayText; border-radius: .5rem;
  cursor: pointer; }
button:focus-visible { outline: 3px solid currentColor; outline-offset: 2px; }
iframe { display: block; width: 100%; height: min(27rem, calc(100dvh - 7rem)); border: 0; }
`

const WALLET = `
:host { display: block; }
.Wallet { display: block; width: 100%; min-height: 3rem; padding: .65rem 1rem;
  font: 600 1rem/1.3 var(--fontFamily, system-ui), sans-serif; color: Canvas; background: CanvasText;
  border: 0; border-radius: var(--buttonBorderRadius, var(--borderRadius, .25rem)); cursor: pointer; }
.Wallet:hover { opacity: .88; }
.Wallet:focus-visible { outline: var(--focusOutline, 3px solid var(--colorPrimary, Highlight));
  outline-offset: 2px; }
`

const SHEET = `
dialog { width: min(26rem, 100vw); max-width: none; overflow: auto; margin-block-end: 0;
  padding-bottom: 1rem; border-radius: .75rem .75rem 0 0; }
@media (min-width: 30rem) { dialog { margin-block-end: auto; border-radius: .75rem; } }
header { border-bottom: 1px solid GrayText; }
div, fieldset, dialog > button, dialog > p { margin: .75rem 1rem 0; }
div p { margin: 0 0 .5rem; }
.Amount { font-size: 1.75rem; font-weight: 700; font-variant-numeric: tabular-nums; }
fieldset { padding: .25rem .75rem .5rem; border: 1px solid GrayText; border-radius: .5rem; }
legend { padding: 0 .25rem; font-weight: 600; }
label { display: flex; gap: .625rem; align-items: center; min-height: 2.75rem; cursor: pointer; }
input { width: 1.25rem; height: 1.25rem; margin: 0; accent-color: CanvasText; }
dialog > button { display: block; width: calc(100% - 2rem); }
.Main { color: Canvas; background: CanvasText; }
button:disabled { opacity: .55; cursor: progress; }
`

/**
 * Creates a constructable style sheet, which a Content Security Policy without inline styles
 * allows.
 */
function sheetOf(text: string): CSSStyleSheet {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(text)
  return sheet
}

/** Whether a value cannot end its declaration. */
const isPlain = (text: string) => !/[{};<>@\\]/.test(text)
const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/**
 * Returns the style of the page's appearance option:
 * https://docs.stripe.com/elements/appearance-api.
 */
export function appearanceCss({ variables = {}, rules = {} }: Appearance): string {
  const given = Object.entries(variables).filter(([name, value]) => /^\w+$/.test(name) && isPlain(value))
  const host = given.map(([name, value]) => `--${name}:${value};`).join('')
  const more = Object.entries(rules)
    .filter(([selector]) => /^\.[\w-]+(?:::?[\w-]+)?$/.test(selector))
    .map(([selector, declarations]) => {
      const plain = Object.entries(declarations).filter(
        ([name, value]) => /^\w+$/.test(name) && isPlain(value),
      )
      return `${selector}{${plain.map(([name, value]) => `${kebab(name)}:${value};`).join('')}}`
    })
  return `:host{${host}}${more.join('')}`
}

export const fieldSheets = (appearance: Appearance) => [sheetOf(FIELDS), sheetOf(appearanceCss(appearance))]
export const walletSheets = (appearance: Appearance) => [sheetOf(WALLET), sheetOf(appearanceCss(appearance))]
export const dialogSheets = () => [sheetOf(DIALOG)]
export const sheetSheets = () => [sheetOf(DIALOG), sheetOf(SHEET)]
