/**
 * Prints figures about the layout of the code and fails when a rule is broken: circular imports,
 * imports of later rooms, `prettier-ignore`, lines over 110 columns, and folders over which a
 * subject is spread. `npm run lint` runs it.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import ts from 'typescript'
import { apiRooms, appRooms, roomOf } from './rooms.mjs'
import { root } from './root.mjs'

const LONGEST = 110
/**
 * The most folders over which a subject may be spread: its module, its rules, its mails and its
 * room in the shop. Reschedules have a folder more, of the guests who join by the same change.
 */
const MOST_FOLDERS = { waitlist: 5, gifts: 4, reschedules: 5, passengers: 4 }
const SUBJECTS = {
  waitlist: /waitlist/i,
  gifts: /gift/i,
  reschedules: /reschedul/i,
  passengers: /passenger/i,
}
/** Generated files. */
const GENERATED = /^(public|docs|node_modules)\/|migrations\/|package-lock\.json$|\.(png|svg|woff2)$/

const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((file) => file !== '' && !GENERATED.test(file) && existsSync(posix.join(root, file)))
const texts = new Map(
  files
    .filter((file) => /\.(tsx?|m?js|css|sql)$/.test(file))
    .map((file) => [file, readFileSync(posix.join(root, file), 'utf8')]),
)
const sources = new Map(
  [...texts]
    .filter(([file]) => /\.(tsx?|m?js)$/.test(file))
    .map(([file, text]) => [file, ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)]),
)

/** Lists the files of our own that a file imports, types included. */
function importsOf(file) {
  const source = sources.get(file)
  const found = new Set()
  const note = (specifier) => {
    if (!specifier || !ts.isStringLiteralLike(specifier)) return
    const { text } = specifier
    const path = text.startsWith('#')
      ? text.slice(1)
      : text.startsWith('.')
        ? posix.join(posix.dirname(file), text)
        : null
    if (path === null) return
    const target = [path, `${path}.ts`, `${path}.tsx`, `${path}.mjs`].find((one) => sources.has(one))
    if (target !== undefined && target !== file) found.add(target)
  }
  const visit = (node) => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) note(node.moduleSpecifier)
    else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
      note(node.arguments[0])
    else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) note(node.argument.literal)
    ts.forEachChild(node, visit)
  }
  visit(source)
  return [...found]
}
const imports = new Map([...sources.keys()].map((file) => [file, importsOf(file)]))

/** Finds groups of files that import each other, with Tarjan's algorithm. */
function findCircles() {
  const order = new Map()
  const low = new Map()
  const stack = []
  const onStack = new Set()
  const circles = []
  const visit = (file) => {
    order.set(file, order.size)
    low.set(file, order.get(file))
    stack.push(file)
    onStack.add(file)
    for (const next of imports.get(file) ?? []) {
      if (!order.has(next)) {
        visit(next)
        low.set(file, Math.min(low.get(file), low.get(next)))
      } else if (onStack.has(next)) low.set(file, Math.min(low.get(file), order.get(next)))
    }
    if (low.get(file) !== order.get(file)) return
    const group = []
    let one
    do {
      one = stack.pop()
      onStack.delete(one)
      group.push(one)
    } while (one !== file)
    if (group.length > 1) circles.push(group.sort())
  }
  for (const file of imports.keys()) if (!order.has(file)) visit(file)
  return circles
}

const isTest = (file) => /\.test\.tsx?$/.test(file)

/** Lists imports of a room that comes later in the list of its half. */
function findUpwardArrows() {
  const arrows = []
  for (const [file, targets] of imports) {
    if (isTest(file)) continue
    const from = roomOf(file)
    if (from === null) continue
    for (const target of targets) {
      const to = roomOf(target)
      if (to === null || to.half !== from.half || to.room === from.room) continue
      if (to.rank > from.rank) arrows.push(`${file} -> ${target}`)
    }
  }
  return arrows
}

/** `rules/` are pure, so they import only rules and the contract. */
function findImpureRules() {
  const arrows = []
  for (const [file, targets] of imports) {
    if (isTest(file) || !/^api\/.*\brules\//.test(file)) continue
    for (const target of targets)
      if (!/^contract\//.test(target) && !/^api\/.*\brules\//.test(target))
        arrows.push(`${file} -> ${target}`)
  }
  return arrows
}

function exportedNames(source) {
  const names = []
  for (const statement of source.statements) {
    const exported = ts.canHaveModifiers(statement)
      ? ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)
      : false
    if (
      ts.isExportDeclaration(statement) &&
      statement.exportClause &&
      ts.isNamedExports(statement.exportClause)
    )
      names.push(...statement.exportClause.elements.map(({ name }) => name.text))
    if (!exported) continue
    if (ts.isVariableStatement(statement))
      names.push(...statement.declarationList.declarations.map(({ name }) => name.getText(source)))
    else if ('name' in statement && statement.name) names.push(statement.name.getText(source))
  }
  return names
}

/**
 * Lists the folders whose files name a subject in their path or exports, outside routes and the
 * schema.
 */
function foldersOf(pattern) {
  const folders = new Map()
  for (const [file, source] of sources) {
    if (!/^(api|app)\//.test(file) || isTest(file)) continue
    if (/\/routes\/|^api\/db\/schema\/|\/routes\.tsx?$/.test(file)) continue
    const name = [file, ...exportedNames(source)].find((one) => pattern.test(one))
    if (name === undefined) continue
    const folder = posix.dirname(file)
    folders.set(folder, [...(folders.get(folder) ?? []), file])
  }
  return folders
}

const circles = findCircles()
const upward = findUpwardArrows()
const impure = findImpureRules()
const ignores = [...texts].filter(
  ([file, text]) => file !== 'scripts/house.mjs' && text.includes('prettier-' + 'ignore'),
)
const lengths = [...texts].flatMap(([file, text]) =>
  text.split('\n').map((line, index) => ({ at: `${file}:${index + 1}`, length: line.length })),
)
const tooLong = lengths.filter(({ length }) => length > LONGEST)
const spread = Object.entries(SUBJECTS).map(([subject, pattern]) => [subject, foldersOf(pattern)])

const out = (line) => process.stdout.write(`${line}\n`)
const list = (title, lines) => {
  out(`${title}: ${lines.length}`)
  for (const line of lines) out(`  ${line}`)
}
list(
  'Circles of files',
  circles.map((group) => group.join(', ')),
)
list('Upward arrows between rooms', upward)
list('Rules that import more than rules and the contract', impure)
list(
  'Files with prettier-' + 'ignore',
  ignores.map(([file]) => file),
)
list(
  `Lines over ${LONGEST} columns`,
  tooLong.map(({ at }) => at),
)
out(`Longest line: ${lengths.reduce((most, { length }) => Math.max(most, length), 0)}`)
for (const [subject, folders] of spread) {
  out(`Folders of ${subject}: ${folders.size}`)
  if (process.argv.includes('--folders') || folders.size > MOST_FOLDERS[subject])
    for (const [folder, named] of [...folders].sort()) out(`  ${folder} (${named.length}): ${named[0]}`)
}
out(`Rooms: ${apiRooms.length} in api, ${appRooms.length} in app`)

const broken =
  circles.length + upward.length + impure.length + ignores.length + tooLong.length > 0 ||
  spread.some(([subject, folders]) => folders.size > MOST_FOLDERS[subject])
process.exitCode = broken ? 1 : 0
