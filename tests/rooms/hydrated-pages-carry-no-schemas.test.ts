import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
const routes = join(root, 'app/routes')

/** What a file imports besides types. */
function valueImports(file: string): string[] {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest)
  return source.statements.flatMap((statement) => {
    if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) return []
    const { importClause: clause, moduleSpecifier } = statement
    const named = clause?.namedBindings
    const onlyTypes =
      clause?.isTypeOnly === true ||
      (clause &&
        !clause.name &&
        named &&
        ts.isNamedImports(named) &&
        named.elements.every((one) => one.isTypeOnly))
    return onlyTypes ? [] : [moduleSpecifier.text]
  })
}

/** Files of ours that reach the browser with a page, and the packages they import. */
function reach(entry: string): Map<string, string> {
  const from = new Map<string, string>([[entry, '']])
  for (const [file] of from) {
    if (!existsSync(file)) continue
    for (const name of valueImports(file)) {
      if (/\.server\.tsx?$|\.css/.test(name)) continue
      const target = name.startsWith('#')
        ? join(root, name.slice(1))
        : name.startsWith('.')
          ? join(dirname(file), name)
          : name
      if (!from.has(target)) from.set(target, file)
    }
  }
  return from
}

const hydrated = readdirSync(routes).filter((file) =>
  /\bhydrate: true\b/.test(readFileSync(join(routes, file), 'utf8')),
)

describe('hydrated pages', () => {
  it('are found', () => {
    expect(hydrated.length).toBeGreaterThanOrEqual(5)
  })

  it('are distinguished from pages that only the server renders', () => {
    expect(reach(join(routes, 'reschedule-flight._index.tsx')).get('zod')).toBeDefined()
  })

  it.each(hydrated)('%s sends no schema to the browser', (route) => {
    expect(reach(join(routes, route)).get('zod')).toBeUndefined()
  })
})
