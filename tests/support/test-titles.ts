import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import ts from 'typescript'

const root = resolve(import.meta.dirname, '../..')
const BLOCKS = new Set(['test', 'it', 'describe'])

/** The blocks of each file that was read: several hundred tests of a few hundred files are named. */
const known = new Map<string, TestBlock[]>()

/** A test or a block of tests in the source of its file. */
export interface TestBlock {
  /** The title as it stands in the source, with its `${…}` and `%s`. */
  title: string
  node: ts.CallExpression
}

/**
 * Whether a call's function begins with one of these names: `test`, `test.each(rows)`,
 * `describe.skipIf(…)`.
 */
function isBlock(callee: ts.Expression): boolean {
  if (ts.isIdentifier(callee)) return BLOCKS.has(callee.text)
  if (ts.isPropertyAccessExpression(callee) || ts.isCallExpression(callee)) return isBlock(callee.expression)
  return false
}

/** Returns the text of a title, also of one on several lines; undefined for anything else. */
function readTitle(title: ts.Expression, source: ts.SourceFile): string | undefined {
  if (ts.isParenthesizedExpression(title)) return readTitle(title.expression, source)
  if (ts.isStringLiteralLike(title) || ts.isTemplateExpression(title))
    return title.getText(source).slice(1, -1)
  if (ts.isBinaryExpression(title) && title.operatorToken.kind === ts.SyntaxKind.PlusToken) {
    const left = readTitle(title.left, source)
    const right = readTitle(title.right, source)
    return left === undefined || right === undefined ? undefined : left + right
  }
  return undefined
}

/**
 * Lists the tests and blocks of a file in the order of the source.
 * @param file from the top of the repository
 * @returns undefined when there is no such file
 */
export function readTestBlocks(file: string): TestBlock[] | undefined {
  const path = resolve(root, file)
  if (!existsSync(path)) return undefined
  const before = known.get(path)
  if (before) return before
  const source = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true)
  const blocks: TestBlock[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && node.arguments[0] && isBlock(node.expression)) {
      const title = readTitle(node.arguments[0], source)
      if (title !== undefined) blocks.push({ title, node })
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  known.set(path, blocks)
  return blocks
}

/**
 * Lists the titles of a test file as they stand in its source.
 * @param file from the top of the repository
 * @returns undefined when there is no such file
 */
export function readTestTitles(file: string): string[] | undefined {
  return readTestBlocks(file)?.map(({ title }) => title)
}
