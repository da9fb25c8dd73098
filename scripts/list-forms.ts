import { readdirSync, readFileSync } from 'node:fs'
import { basename, relative, resolve } from 'node:path'
import ts from 'typescript'

const root = resolve(import.meta.dirname, '..')

/** Components with a control for input that do not use the form components of `app/ui/`. */
const PLAIN_PARTS = new Set(['Field', 'SelectField', 'Quantity'])
/** The form components with a control for input. */
const KIT_PARTS = new Set(['TextField', 'TextAreaField', 'ChoiceField', 'QuantityField', 'HoneypotField'])
/** The props that the form components provide for a page's own control. */
const KIT_PROPS = new Set(['inputProps', 'textareaProps', 'selectProps', 'optionProps'])
/** The types of inputs without typed or chosen values. */
const PRESSED = new Set(['hidden', 'checkbox', 'radio', 'submit', 'button', 'file', 'image', 'reset'])
/** Components of GET forms in files without the `<form>` tag itself. */
const PARTS_OF_GET_FORMS = new Set([
  'code-part.tsx',
  'finder.tsx',
  'order-upgrades.tsx',
  'party-picker.tsx',
  'search-form.tsx',
  'when-form.tsx',
])
/** Folders that are exempt: the form components themselves, and the style guide that shows them. */
const WORKSHOPS = ['app/ui/', 'app/style-guide/']

/** The calls that read fields of a form by hand. */
const READS = new Set(['get', 'getAll', 'has', 'keys', 'values', 'entries', 'forEach'])
/** The form readers themselves. */
const FORM_READERS = 'app/ui/form/'
/** Files that run in browsers and read the page's own form there; schemas are not sent to browsers. */
const READ_IN_BROWSERS = new Set([
  'app/enhancers/live-form.js',
  'app/gifts/use-gift-form.ts',
  'app/payments/card/answer-or-unreachable.ts',
  'app/payments/card/book-by-card.ts',
  'app/payments/card/find-refusal.ts',
  'app/payments/card/use-send-form.ts',
  'app/selection/use-when-form.ts',
  'app/selection/when-controls.ts',
  'app/staff/pilot/phone/pilot-phone.ts',
])

export interface TypedControl {
  /** The name of the tag: `Field`, `input`, `TextField`. */
  part: string
  line: number
  /** Whether it is one of the form components. */
  kit: boolean
  /** Whether it belongs to a GET form or to a search. */
  get: boolean
}

export interface FormFile {
  file: string
  controls: TypedControl[]
}

type Tag = ts.JsxSelfClosingElement | ts.JsxOpeningElement

const tagName = (tag: Tag) => tag.tagName.getText()

const hasAttribute = (tag: Tag, name: string) =>
  tag.attributes.properties.some((one) => ts.isJsxAttribute(one) && one.name.getText() === name)

/** Returns the text of an attribute, or undefined where it is missing or no string literal. */
function textOf(tag: Tag, name: string): string | undefined {
  for (const one of tag.attributes.properties) {
    if (!ts.isJsxAttribute(one) || one.name.getText() !== name) continue
    return one.initializer && ts.isStringLiteral(one.initializer) ? one.initializer.text : undefined
  }
  return undefined
}

const spreadsKit = (tag: Tag) =>
  tag.attributes.properties.some(
    (one) =>
      ts.isJsxSpreadAttribute(one) &&
      ts.isCallExpression(one.expression) &&
      KIT_PROPS.has(one.expression.expression.getText()),
  )

/** Returns the control that a tag renders, or undefined when it has no input. */
function controlOf(tag: Tag): Omit<TypedControl, 'line' | 'get'> | undefined {
  const part = tagName(tag)
  if (KIT_PARTS.has(part)) return { part, kit: true }
  if (hasAttribute(tag, 'readOnly')) return undefined
  if (PLAIN_PARTS.has(part)) return { part, kit: false }
  if (!['input', 'textarea', 'select'].includes(part)) return undefined
  if (part === 'input' && PRESSED.has(textOf(tag, 'type') ?? 'text')) return undefined
  return { part, kit: spreadsKit(tag) }
}

/** Lists the controls for input in a file, with the form of each as far as the file shows it. */
export function controlsIn(file: string, text: string): TypedControl[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX)
  const found: TypedControl[] = []
  const visit = (node: ts.Node, get: boolean): void => {
    const tag = ts.isJsxElement(node)
      ? node.openingElement
      : ts.isJsxSelfClosingElement(node)
        ? node
        : undefined
    const control = tag && controlOf(tag)
    if (tag && control) {
      const { line } = source.getLineAndCharacterOfPosition(tag.getStart())
      found.push({ ...control, line: line + 1, get })
    }
    const isForm = tag !== undefined && /^(form|Form|.*\.Form)$/.test(tagName(tag))
    // A search refuses no values: the page of its results shows what was typed.
    const inside = isForm ? textOf(tag, 'method') === 'get' || textOf(tag, 'role') === 'search' : get
    node.forEachChild((child) => {
      visit(child, inside)
    })
  }
  visit(source, PARTS_OF_GET_FORMS.has(basename(file)))
  return found
}

/**
 * Lists the `<form>` tags around form components that lack the components' own props of the form:
 * its id, `noValidate`, its events.
 */
export function formsWithoutProps(file: string, text: string): number[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX)
  const found: number[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isJsxElement(node) && /^(form|Form|.*\.Form)$/.test(tagName(node.openingElement))) {
      const hasKit = controlsIn(file, node.getText()).some(({ kit }) => kit)
      const says = node.openingElement.attributes.properties.some(
        (one) => ts.isJsxSpreadAttribute(one) && one.expression.getText().endsWith('.props'),
      )
      const { line } = source.getLineAndCharacterOfPosition(node.getStart())
      if (hasKit && !says) found.push(line + 1)
    }
    node.forEachChild(visit)
  }
  visit(source)
  return found
}

/**
 * Lists the lines that read fields of a `FormData` by hand. Without types it goes by names: whatever
 * the file declares as `FormData`, and everything called `form`.
 */
export function handReadLines(file: string, text: string): number[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const names = new Set(['form', 'formData'])
  const isForm = (node: ts.Node): boolean => {
    if (ts.isParenthesizedExpression(node) || ts.isAwaitExpression(node)) return isForm(node.expression)
    if (ts.isIdentifier(node)) return names.has(node.text)
    if (ts.isPropertyAccessExpression(node)) return names.has(node.name.text)
    if (ts.isNewExpression(node)) return node.expression.getText() === 'FormData'
    return ts.isCallExpression(node) && /\bformData$/.test(node.expression.getText())
  }
  const collect = (node: ts.Node): void => {
    const isDeclared = ts.isParameter(node) || ts.isVariableDeclaration(node) || ts.isPropertySignature(node)
    if (isDeclared) {
      const isTyped = /\bFormData\b/.test(node.type?.getText() ?? '')
      const isMade = 'initializer' in node && node.initializer !== undefined && isForm(node.initializer)
      if (isTyped || isMade) names.add(node.name.getText())
    }
    node.forEachChild(collect)
  }
  collect(source)
  const found: number[] = []
  const visit = (node: ts.Node): void => {
    const isCall = ts.isPropertyAccessExpression(node) && READS.has(node.name.text) && isForm(node.expression)
    const isWalk = (ts.isForOfStatement(node) || ts.isSpreadElement(node)) && isForm(node.expression)
    const isCopy =
      ts.isCallExpression(node) &&
      /^(Object\.fromEntries|Array\.from)$/.test(node.expression.getText()) &&
      node.arguments.some(isForm)
    if (isCall || isWalk || isCopy) {
      found.push(source.getLineAndCharacterOfPosition(node.getStart()).line + 1)
    }
    node.forEachChild(visit)
  }
  visit(source)
  return found
}

/** Lists the places outside of the form readers that read a form by hand, as `file:line`. */
export const handReaders = (): string[] =>
  appFiles(/(?<!\.test)\.(ts|tsx|js)$/).flatMap((file) =>
    file.startsWith(FORM_READERS) || READ_IN_BROWSERS.has(file)
      ? []
      : handReadLines(file, readFileSync(resolve(root, file), 'utf8')).map(
          (line) => `${file}:${String(line)}`,
        ),
  )

/** Lists the files of the shop with a control for input. */
export function formFiles(): FormFile[] {
  return pageFiles()
    .map((file) => ({ file, controls: controlsIn(file, readFileSync(resolve(root, file), 'utf8')) }))
    .filter(({ controls }) => controls.length > 0)
}

/** Lists the files of the shop that render pages. */
export const pageFiles = (): string[] =>
  appFiles(/(?<!\.test)\.tsx$/).filter((file) => !WORKSHOPS.some((folder) => file.startsWith(folder)))

const appFiles = (ending: RegExp): string[] =>
  readdirSync(resolve(root, 'app'), { recursive: true, encoding: 'utf8' })
    .map((name) => relative(root, resolve(root, 'app', name)))
    .filter((file) => ending.test(file))
    .sort()

/** Lists the files with a control that should use the form components. */
export const filesToConvert = (): FormFile[] =>
  formFiles().flatMap(({ file, controls }) => {
    const plain = controls.filter(({ kit, get }) => !kit && !get)
    return plain.length > 0 ? { file, controls: plain } : []
  })

const describe = ({ file, controls }: FormFile) =>
  `${file}: ${controls.map(({ part, line }) => `${part}:${String(line)}`).join(' ')}`

if (process.argv[1] === import.meta.filename) {
  const all = formFiles()
  const left = filesToConvert()
  const isDone = ({ file }: FormFile) => !left.some((one) => one.file === file)
  console.log(`Files with controls in which somebody types: ${String(all.length)}`)
  console.log(
    `\nShown by the kit, or asking for a page only:\n${all.filter(isDone).map(describe).join('\n')}`,
  )
  console.log(`\nNot shown by the kit: ${String(left.length)}\n${left.map(describe).join('\n')}`)
  const read = handReaders()
  console.log(`\nRead by hand: ${String(read.length)}\n${read.join('\n')}`)
}
